// Asks a MongoDB what it is, or drops the database of a run.
'use strict';

const fs = require('node:fs');
const { MongoClient } = require('mongodb');

async function main() {
  const job = JSON.parse(fs.readFileSync(0, 'utf8'));
  const client = new MongoClient(job.uri, { serverSelectionTimeoutMS: 10000 });
  await client.connect();
  const database = client.db(job.database);
  if (job.do === 'drop') await database.dropDatabase();
  const { version, storageEngines } = await database.command({ buildInfo: 1 });
  console.log(JSON.stringify({ version, storageEngines }));
  await client.close();
}

main().catch(error => {
  console.error(`${error.name}: ${error.message}`);
  process.exit(1);
});
