// The ladder from pg to Sequelize, on PostgreSQL: a field is a column.
'use strict';

const { Client } = require('pg');

/** 89 columns of so many rows are fewer than the 65,535 parameters that a statement may have. */
const BATCH = 500;

async function inBatches(rows, insert) {
  for (let at = 0; at < rows.length; at += BATCH) await insert(rows.slice(at, at + BATCH));
}

exports.open = async function open(job) {
  const { host, port, user, password, database } = job;
  const pg = new Client({ host, port, user, password, database });
  await pg.connect();
  const columns = ['id', ...job.names];
  const insert = (table, rows) => {
    let place = 0;
    const tuples = rows.map(() => `(${columns.map(() => `$${place += 1}`).join()})`);
    const values = rows.flatMap(row => columns.map(name => row[name]));
    return pg.query(`insert into ${table} (${columns}) values ${tuples}`, values);
  };
  const model = {};
  let sequelize;
  if (job.library.startsWith('sequelize')) {
    const { Sequelize, DataTypes } = require('sequelize');
    sequelize = new Sequelize(database, user, password, {
      host, port, dialect: 'postgres', logging: false, pool: { max: 1 } });
    const fields = job.names.map(name => [name, { type: DataTypes.TEXT, allowNull: false }]);
    const id = { type: DataTypes.INTEGER, primaryKey: true };
    for (const name of ['warm_up', job.collection]) {
      model[name] = sequelize.define(
        name, { id, ...Object.fromEntries(fields) }, { tableName: name, timestamps: false });
    }
  }
  const update = `set ${job.changed} = $1`;
  return {
    insert: {
      pg: (to, all) => inBatches(all, some => insert(to, some)),
      sequelize: (to, all) => inBatches(all, some => model[to].bulkCreate(some)),
      'sequelize validated': (to, all) =>
        inBatches(all, some => model[to].bulkCreate(some, { validate: true })),
    },
    find: {
      'pg arrays': async from =>
        (await pg.query({ text: `select * from ${from}`, rowMode: 'array' })).rows,
      pg: async from => (await pg.query(`select * from ${from}`)).rows,
      'sequelize raw': from => model[from].findAll({ raw: true }),
      sequelize: from => model[from].findAll(),
    },
    update: {
      pg: of => pg.query(`update ${of} ${update}`, [job.value]),
      sequelize: of => model[of].update({ [job.changed]: job.value }, { where: {} }),
    },
    delete: {
      pg: of => pg.query(`delete from ${of}`),
      sequelize: of => model[of].destroy({ where: {} }),
    },
    create: async name => {
      const fields = job.names.map(one => `${one} text not null`);
      await pg.query(`drop table if exists ${name}`);
      await pg.query(`create table ${name} (id integer primary key, ${fields})`);
    },
    fill: (name, rows) => inBatches(rows, some => insert(name, some)),
    count: async name => {
      const there = await pg.query('select to_regclass($1) as it', [name]);
      if (there.rows[0].it === null) return 0;
      return Number((await pg.query(`select count(*) from ${name}`)).rows[0].count);
    },
    all: async name => (await pg.query(`select * from ${name}`)).rows,
    plain: rows => rows.map(one => Array.isArray(one)
      ? Object.fromEntries(columns.map((name, at) => [name, one[at]])) : one.get?.() ?? one),
    close: async () => {
      await sequelize?.close();
      await pg.end();
    },
  };
};
