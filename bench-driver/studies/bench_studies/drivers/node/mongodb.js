// The ladder from the official driver to mongoose, on whatever speaks MongoDB's protocol.
'use strict';

const { MongoClient, BSON } = require('mongodb');

const BATCH = 1000;

async function inBatches(documents, insert) {
  for (let at = 0; at < documents.length; at += BATCH) {
    await insert(documents.slice(at, at + BATCH));
  }
}

exports.open = async function open(job) {
  const options = { maxPoolSize: 1 };
  const client = await new MongoClient(job.uri, options).connect();
  const db = client.db(job.database);
  // What does not measure it does not load it.
  const mongoose = job.library.startsWith('mongoose') ? require('mongoose') : undefined;
  const model = {};
  if (mongoose) {
    await mongoose.connect(job.uri, { ...options, dbName: job.database, autoIndex: false });
    const fields = job.names.map(name => [name, { type: String, required: true }]);
    for (const name of ['warm_up', job.collection]) {
      const schema = new mongoose.Schema(
        { _id: Number, ...Object.fromEntries(fields) }, { versionKey: false, autoCreate: false });
      model[name] = mongoose.model(name, schema, name);
    }
  }
  const of = name => db.collection(name);
  const change = { $set: { [job.changed]: job.value } };
  return {
    insert: {
      mongodb: (to, all) => inBatches(all, some => of(to).insertMany(some)),
      'mongoose lean': (to, all) =>
        inBatches(all, some => model[to].insertMany(some, { lean: true })),
      'mongoose unvalidated': (to, all) => inBatches(all, some => model[to].bulkSave(
        some.map(one => new model[to](one)), { validateBeforeSave: false })),
      mongoose: (to, all) => inBatches(all, some => model[to].insertMany(some)),
    },
    find: {
      'mongodb raw': from => of(from).find({}, { raw: true }).toArray(),
      mongodb: from => of(from).find({}).toArray(),
      'mongoose lean': from => model[from].find({}).lean(),
      mongoose: from => model[from].find({}),
    },
    update: {
      mongodb: of_ => of(of_).updateMany({}, change),
      mongoose: of_ => model[of_].updateMany({}, change),
    },
    delete: {
      mongodb: of_ => of(of_).deleteMany({}),
      mongoose: of_ => model[of_].deleteMany({}),
    },
    create: name => of(name).drop().catch(() => {}), // made by the first insert
    fill: (name, documents) => inBatches(documents, some => of(name).insertMany(some)),
    count: name => of(name).countDocuments({}),
    all: name => of(name).find({}).toArray(),
    plain: documents => documents.map(one =>
      one instanceof Uint8Array ? BSON.deserialize(one) : one.toObject?.() ?? one),
    close: async () => {
      await mongoose?.disconnect();
      await client.close();
    },
  };
};
