// `npm test`: installs what is missing, then types, lint, unit tests and browser tests. Ends with `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = `${root}build/test`;
let passed = 0;
let failed = 0;

await ensureInstalled(root);
ensureBrowser();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const bin = (name) => `${root}node_modules/.bin/${name}`;
const sound = check('types', bin('tsc'), ['--build']) && check('lint', bin('biome'), ['ci', '.']);
if (sound) {
  check('unit tests', bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}/unit.json`,
  ]);
  count(unitResults);
  if (check('build', process.execPath, [`${root}scripts/build.mjs`])) {
    check('browser tests', bin('wdio'), ['run', 'wdio.conf.ts'], { cwd: `${root}e2e` });
    count(browserResults);
  }
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs one step. One that fails without a failed test to show for it counts as a failure by itself. */
function check(title, command, args, options = {}) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) console.error(error.message);
  console.log(
    `— ${title}: ${status === 0 ? 'ok' : 'FAILED'} after ${Math.round((Date.now() - started) / 1000)} s`,
  );
  if (status !== 0) failed += 1;
  return status === 0;
}

function count(read) {
  try {
    const found = read();
    passed += found.passed;
    // The step itself was counted as one failure when it exited with an error: its tests say it better.
    if (found.failed > 0) failed += found.failed - 1;
  } catch (error) {
    console.error(`The results of the tests could not be read: ${error.message}`);
    failed += 1;
  }
}

function unitResults() {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(`${results}/unit.json`, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}

function browserResults() {
  const lines = readFileSync(`${results}/browser.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    passed: lines.filter((line) => line.passed).length,
    failed: lines.filter((line) => !line.passed).length,
  };
}

function ensureBrowser() {
  const missing = ['/usr/bin/chromium', '/usr/bin/chromedriver'].filter((path) => !canRun(path));
  if (missing.length === 0) return;
  const install = 'apt-get install --yes --no-install-recommends chromium chromium-driver';
  if (process.getuid?.() !== 0) {
    console.error(`The browser tests need ${missing.join(' and ')}. Install them: ${install}`);
    process.exit(1);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '--quiet'], { stdio: 'inherit', env });
  execFileSync('sh', ['-c', install], { stdio: 'inherit', env });
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
