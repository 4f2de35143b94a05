// `npm test`: installs npm packages if needed, then types, lint, unit tests and browser tests. Ends
// with `N passed, N failed`.
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
const bin = (name) => `${root}node_modules/.bin/${name}`;

await ensureInstalled(root);
await ensureRuntime(root);
const run = new TestRun(root, `${root}build/test`);
const hasBrowser = install(browserPackages);
reportMissing(missingOf(clientPackages));

const isTyped = await run.step('types', process.execPath, [`${root}scripts/compile.mjs`]);
const unit = unitTests(root, `${run.results}/unit.json`);
// No unit test reads the output of the build.
const [isBuilt] = await Promise.all([
  isTyped && run.step('build', process.execPath, [`${root}scripts/build.mjs`], { isQuiet: true }),
  run.step('lint', process.execPath, [bin('biome'), 'ci', '.'], { isQuiet: true }),
  run.step('unused code', process.execPath, [bin('knip'), '--no-progress'], { isQuiet: true }),
  run.step('duplicates', process.execPath, [bin('jscpd'), '.'], { isQuiet: true }),
  run.step('layers', process.execPath, [`${root}scripts/checks/layers.mjs`], { isQuiet: true }),
  run.step('imports of types', process.execPath, [`${root}scripts/checks/restImports.mjs`], {
    isQuiet: true,
  }),
  run.step('comments', process.execPath, [`${root}scripts/checks/comments.mjs`], { isQuiet: true }),
  run.step('unit tests', process.execPath, unit.args, unit.options),
]);
if (!hasBrowser) {
  run.fail('browser tests', `Chromium is missing. Install it: ${installCommand(missingOf(browserPackages))}`);
} else if (isBuilt) {
  await run.step('browser tests', process.execPath, [bin('wdio'), 'run', 'wdio.conf.ts'], {
    cwd: `${root}e2e`,
    count: browserTests(`${run.results}/browser.ndjson`),
  });
}
run.end();
