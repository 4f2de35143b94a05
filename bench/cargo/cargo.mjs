// Publishing with cargo, compared to a registry that only stores the crates.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { besideOwnTime, ownTimeColumns, startNothing } from '../harness/against.mjs';
import { authorization, startLading } from '../harness/lading.mjs';
import { makeRepository } from '../harness/repository.mjs';
import { seconds } from '../harness/stats.mjs';
import { temporary } from '../harness/temporary.mjs';

const run = promisify(execFile);

export async function measure({ quick, log }) {
  const { error, stdout } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  if (error) throw new Error('cargo is not installed');
  const early = Number(/^cargo 1\.(\d+)/.exec(stdout)?.[1]) < 68;
  const count = quick ? 10 : 200;
  const folders = makeCrates(temporary('crates'), count);
  const nothing = await startRegistry();
  // Old versions of cargo send no token when they read.
  const lading = await startLading({ env: { LADING_ANONYMOUS_ACCESS: 'true' } });
  const [own, ours] = [[], []];
  try {
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const repository = `crates-${round}`;
      await makeRepository(lading, repository, { rclass: 'local', packageType: 'cargo' });
      own.push(await publish(`${nothing.origin}/${round}/`, folders, early));
      ours.push(await publish(`${lading.numeric}/artifactory/api/cargo/${repository}/`, folders, early));
      log(`cargo's own time ${seconds(own.at(-1))} s, with Lading ${seconds(ours.at(-1))} s`);
    }
  } finally {
    await lading.stop();
    await nothing.stop();
  }
  return [
    {
      heading: `${count} crates, one cargo publish after the other`,
      note: 'Small crates, each a call of cargo of its own that waits until it finds its crate in the index; medians of alternating runs, the ratio is that within each run. Own time: with a registry that keeps lines in memory and no file.',
      columns: ownTimeColumns,
      rows: [besideOwnTime('cargo publish', own, ours)],
    },
  ];
}

function makeCrates(folder, count) {
  return Array.from({ length: count }, (_, number) => {
    const crate = join(folder, `bench-${number}`);
    mkdirSync(join(crate, 'src'), { recursive: true });
    const manifest = `[package]\nname = "bench-${number}"\nversion = "1.0.0"\nedition = "2021"\ndescription = "For a bench"\nlicense = "MIT"\n`;
    writeFileSync(join(crate, 'Cargo.toml'), manifest);
    writeFileSync(
      join(crate, 'src/lib.rs'),
      `pub fn number() -> u32 { ${number} }\n${'// words\n'.repeat(500)}`,
    );
    return crate;
  });
}

/** Implements the minimum that cargo requires of a registry; each round has a separate path. */
async function startRegistry() {
  const lines = new Map();
  const registry = await startNothing(({ method, url }, response, body) => {
    const [, round, ...rest] = url.split('/');
    const base = `${registry.origin}/${round}`;
    if (rest.join('/') === 'config.json')
      return response.end(JSON.stringify({ dl: `${base}/dl`, api: base }));
    if (method !== 'PUT') {
      const line = lines.get(`${round}/${rest.at(-1)}`);
      return response.writeHead(line ? 200 : 404).end(line);
    }
    const size = body.readUInt32LE(0);
    const { name, vers } = JSON.parse(body.subarray(4, 4 + size));
    const cksum = createHash('sha256')
      .update(body.subarray(8 + size))
      .digest('hex');
    lines.set(
      `${round}/${name}`,
      `${JSON.stringify({ name, vers, deps: [], cksum, features: {}, yanked: false })}\n`,
    );
    return response.end('{"warnings":{"invalid_categories":[],"invalid_badges":[],"other":[]}}');
  });
  return registry;
}

async function publish(index, folders, early) {
  const home = temporary('cargo-home');
  writeFileSync(
    join(home, 'config.toml'),
    `[registries.bench]\nindex = "sparse+${index}"\n[registry]\nglobal-credential-providers = ["cargo:token"]\n`,
  );
  writeFileSync(join(home, 'credentials.toml'), `[registries.bench]\ntoken = "${authorization}"\n`);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CARGO_HOME: home,
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
    ...(early ? { RUSTC_BOOTSTRAP: '1' } : {}),
  };
  const args = [
    ...(early ? ['-Zsparse-registry'] : []),
    'publish',
    '--registry',
    'bench',
    '--no-verify',
    '--allow-dirty',
  ];
  const started = performance.now();
  for (const cwd of folders) await run('cargo', args, { cwd, env });
  return performance.now() - started;
}
