// Uploads with twine, compared to a server that does nothing.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { besideOwnTime, ownTimeColumns, startNothing } from '../harness/against.mjs';
import { password, startLading } from '../harness/lading.mjs';
import { makeRepository } from '../harness/repository.mjs';
import { seconds } from '../harness/stats.mjs';
import { temporary } from '../harness/temporary.mjs';

const run = promisify(execFile);
const maker = fileURLToPath(new URL('makeWheels.py', import.meta.url));

export async function measure({ quick, log }) {
  if (spawnSync('twine', ['--version']).error) throw new Error('twine is not installed');
  const count = quick ? 40 : 200;
  const folder = temporary('wheels');
  execFileSync('python3', [maker, folder, String(count)]);
  const wheels = readdirSync(folder).map((file) => join(folder, file));
  const nothing = await startNothing((_request, response) => response.end());
  const lading = await startLading();
  const singles = wheels.slice(0, quick ? 5 : 200).map((wheel) => [wheel]);
  const rows = [];
  try {
    for (const [what, calls, rounds] of [
      [`${count} wheels, one call`, [wheels], quick ? 1 : 5],
      [`${singles.length} wheels, a call for each`, singles, quick ? 1 : 3],
    ]) {
      const [own, ours] = [[], []];
      for (let round = 0; round < rounds; round++) {
        const repository = `pypi-${calls.length}-${round}`;
        await makeRepository(lading, repository, { rclass: 'local', packageType: 'pypi' });
        own.push(await uploads(nothing.origin, calls));
        ours.push(await uploads(`${lading.numeric}/artifactory/api/pypi/${repository}/`, calls));
        log(`${what}: twine's own time ${seconds(own.at(-1))} s, with Lading ${seconds(ours.at(-1))} s`);
      }
      rows.push(besideOwnTime(what, own, ours));
    }
  } finally {
    await lading.stop();
    await nothing.stop();
  }
  return [
    {
      heading: 'Uploads by one twine',
      note: 'Wheels of 20 kB, each a project of its own; medians of alternating runs, the ratio is that within each run. Own time: with a server that reads the form and answers. Lading checks three digests, reads the metadata out of each wheel and has it on disk for good before it answers.',
      columns: ownTimeColumns,
      rows,
    },
  ];
}

async function uploads(url, calls) {
  let taken = 0;
  for (const files of calls) taken += await upload(url, files);
  return taken;
}

async function upload(url, files) {
  const args = ['upload', '--non-interactive', '--disable-progress-bar', '--repository-url', url, ...files];
  const started = performance.now();
  await run('twine', args, {
    env: {
      PATH: process.env.PATH,
      HOME: temporary('home'),
      TWINE_USERNAME: 'admin',
      TWINE_PASSWORD: password,
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  return performance.now() - started;
}
