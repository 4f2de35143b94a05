// `npm run test:full`: the tests that are too slow for `npm test`: package managers, kills,
// conformance, long fuzz tests, and the accessibility of all pages. Package managers that npm
// installs go to build/clients. Others are skipped if missing; the end lists what was skipped.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';
import {
  browserPackages,
  clientPackages,
  install,
  installCommand,
  missingOf,
  reportMissing,
} from './testing/packages.mjs';
import { browserTests, TestRun, unitTests } from './testing/TestRun.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Exact versions, so that a failure is a change of this product. */
const clients = {
  pnpm: 'pnpm@10.34.9',
  yarn1: 'yarn@1.22.22',
  yarn4: '@yarnpkg/cli-dist@4.18.1',
  bun: 'bun@1.4.5',
};

await ensureInstalled(root);
await ensureRuntime(root);
const run = new TestRun(root, `${root}build/test-full`);
for (const [name, version] of Object.entries(clients)) {
  const directory = `${root}build/clients/${name}`;
  if (existsSync(`${directory}/node_modules/.bin`)) continue;
  console.log(`Installing ${version} into build/clients`);
  // A client that fails to install is reported by its skipped test.
  const args = ['install', '--prefix', directory, '--no-audit', '--no-fund', version];
  spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
  // npm doesn't run it for every configuration. It puts the program of an npm package in its place.
  if (name === 'bun') spawnSync(process.execPath, ['install.js'], { cwd: `${directory}/node_modules/bun` });
}
const hasBrowser = install(browserPackages);
reportMissing(missingOf(clientPackages));

const isFull = { LADING_TEST_FULL: '1' };
const unit = unitTests(root, `${run.results}/unit.json`);
const bin = (name) => `${root}node_modules/.bin/${name}`;
await run.step('full tests', process.execPath, unit.args, {
  ...unit.options,
  env: { ...unit.options.env, ...isFull },
});
if (!hasBrowser) {
  run.fail(
    'full browser tests',
    `Chromium is missing. Install it: ${installCommand(missingOf(browserPackages))}`,
  );
} else if (await run.step('build', process.execPath, [`${root}scripts/build.mjs`])) {
  await run.step('full browser tests', process.execPath, [bin('wdio'), 'run', 'wdio.conf.ts'], {
    cwd: `${root}e2e`,
    count: browserTests(`${run.results}/browser.ndjson`),
    env: { ...process.env, ...isFull },
  });
}
run.end();
