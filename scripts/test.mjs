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

const unit = unitTests(root, `${run.results}/unit.json`);
const quiet = { isQuiet: true };
const compile = (...projects) => [`${root}scripts/compile.mjs`, ...projects];
// The only project whose compiled files a unit test reads; of the build, none reads any.
await run.step('types of the contract', process.execPath, compile('contract'));
const [isBuilt] = await Promise.all([
  buildAndCheck(),
  run.step('unit tests', process.execPath, unit.args, unit.options),
]);

/** Returns whether there is a build for the browser tests. */
async function buildAndCheck() {
  if (!(await run.step('types', process.execPath, compile(), quiet))) return false;
  const check = (title, name) =>
    run.step(title, process.execPath, [`${root}scripts/checks/${name}.mjs`], quiet);
  const [isBuilt] = await Promise.all([
    run.step('build', process.execPath, [`${root}scripts/build.mjs`], quiet),
    run.step('lint', process.execPath, [bin('biome'), 'ci', '.'], quiet),
    run.step('unused code', process.execPath, [bin('knip'), '--no-progress'], quiet),
    run.step('duplicates', process.execPath, [bin('jscpd'), '.'], quiet),
    check('layers', 'layers'),
    check('imports of types', 'restImports'),
    check('comments', 'comments'),
  ]);
  return isBuilt;
}

if (!hasBrowser) {
  run.fail('browser tests', `Chromium is missing. Install it: ${installCommand(missingOf(browserPackages))}`);
} else if (isBuilt) {
  await run.step('browser tests', process.execPath, [bin('wdio'), 'run', 'wdio.conf.ts'], {
    cwd: `${root}e2e`,
    count: browserTests(`${run.results}/browser.ndjson`),
  });
}
run.end();
