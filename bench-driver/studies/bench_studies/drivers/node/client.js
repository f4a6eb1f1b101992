// One trial in Node: reads a job as JSON from its input, and writes a line of JSON. The job's steps
// are files: at `ready` and `done` the bench driver reads what the server has used so far.
'use strict';

const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');
const v8 = require('node:v8');

const EVERY_MS = 10;
const heap = () => v8.getHeapStatistics().used_heap_size;

function documentsOf(job, count) {
  const lines = fs.readFileSync(job.rows, 'utf8').trimEnd().split('\n');
  const rows = lines.map(line => JSON.parse(line));
  return Array.from({ length: count }, (_, id) => {
    const values = rows[id % rows.length];
    const fields = job.names.map((name, at) => [name, values[at]]);
    // By way of a text: parsed, all have one hidden class, as those that an application gets.
    return JSON.parse(JSON.stringify(Object.fromEntries([[job.key, id], ...fields])));
  });
}

/** The sum of 48 bits of each document's SHA-256: no order matters, each field does. */
function digest(job, documents) {
  let sum = 0;
  for (const one of documents) {
    const text = [job.key, ...job.names].map(name => one[name]).join('\n');
    sum = (sum + createHash('sha256').update(text).digest().readUIntBE(0, 6)) % 2 ** 48;
  }
  return { count: documents.length, digest: sum };
}

async function step(job, name) {
  fs.writeFileSync(`${job.steps}.${name}`, '');
  while (!fs.existsSync(`${job.steps}.${name}.seen`)) await sleep(2);
}

/** On the heap alone, without buffers: by how much it grew between collections. */
function allocated(before, statistics, after) {
  let bytes = 0;
  for (const { beforeGC, afterGC } of statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - before;
    before = afterGC.heapStatistics.usedHeapSize;
  }
  return bytes + after - before;
}

async function measured(job, operation) {
  const delay = monitorEventLoopDelay({ resolution: EVERY_MS });
  const profiler = new v8.GCProfiler();
  global.gc();
  await step(job, 'ready');
  delay.enable();
  profiler.start();
  const before = heap();
  const cpu = process.cpuUsage();
  const began = process.hrtime.bigint();
  const result = await operation();
  const wall = process.hrtime.bigint() - began;
  const { user, system } = process.cpuUsage(cpu);
  const after = heap();
  const collections = profiler.stop().statistics;
  await sleep(2 * EVERY_MS); // so that the timer has seen a loop that was never free
  delay.disable();
  await step(job, 'done');
  return [result, {
    'client CPU': (user + system) / 1e6,
    wall: Number(wall) / 1e9,
    allocated: allocated(before, collections, after),
    'event-loop delay': Math.max(0, delay.max / 1e6 - EVERY_MS),
  }];
}

async function main() {
  const job = JSON.parse(fs.readFileSync(0, 'utf8'));
  const store = await require(job.store === 'postgresql' ? './postgresql' : './mongodb').open(job);
  const run = (name, documents) => store[job.operation][job.library](name, documents);
  const some = documentsOf(job, job.warm_up.documents);
  for (let turn = 0; turn < job.warm_up.times; turn += 1) {
    await store.create('warm_up');
    if (job.operation !== 'insert') await store.fill('warm_up', some);
    await run('warm_up', some);
  }
  const documents = documentsOf(job, job.n);
  if (job.operation === 'insert' || await store.count(job.collection) !== job.n) {
    await store.create(job.collection);
    if (job.operation !== 'insert') await store.fill(job.collection, documents);
  }
  const [result, figures] = await measured(job, () => run(job.collection, documents));
  const there = job.operation === 'find' ? store.plain(result) : await store.all(job.collection);
  console.log(JSON.stringify({ ...figures, ...digest(job, there) }));
  if (job.operation !== 'find') await store.create(job.collection); // it takes no memory any more
  await store.close();
}

main().catch(error => {
  console.error(`${error.name}: ${error.message}`);
  process.exit(1);
});
