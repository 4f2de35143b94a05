// `npm test`: installs what is missing, then types, lint, unit tests and browser tests. Ends with `N passed, N failed`.
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const results = `${root}build/test`;
let passed = 0;
let failed = 0;
/** What did not pass, as the last lines say it again: whoever reads a long log begins at its end. */
const failures = [];

await ensureInstalled(root);
ensureDebianPackages();
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
for (const { title, why } of failures) console.log(`\n✗ ${title}\n${indented(why)}`);
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
    failures.push(...found.failures);
    // The step itself was counted as one failure when it exited with an error: its tests say it better.
    if (found.failures.length > 0) failed += found.failures.length - 1;
  } catch (error) {
    console.error(`The results of the tests could not be read: ${error.message}`);
    failed += 1;
  }
}

function unitResults() {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(`${results}/unit.json`, 'utf8'));
  const failures = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        title: `${relative(root, name)}: ${fullName}`,
        why: failureMessages.join('\n'),
      })),
  );
  return { passed: numPassedTests, failures };
}

function browserResults() {
  const lines = readFileSync(`${results}/browser.ndjson`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const failures = lines.filter((line) => !line.passed);
  return { passed: lines.length - failures.length, failures };
}

/** The beginning of an error: what was expected, and where. */
function indented(why = '') {
  return why
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
}

/** What the tests meet that npm does not bring. Without the wished ones some tests are skipped, without the others there are none. */
function ensureDebianPackages() {
  const missing = [
    { path: '/usr/bin/chromium', name: 'chromium' },
    { path: '/usr/bin/chromedriver', name: 'chromium-driver' },
    { path: '/usr/sbin/slapd', name: 'slapd', wished: 'sign-in by a directory' },
    { path: '/usr/bin/oathtool', name: 'oathtool', wished: 'codes of another maker' },
    { path: '/usr/bin/skopeo', name: 'skopeo', wished: 'container images by skopeo' },
    { path: '/usr/bin/buildah', name: 'buildah', wished: 'container images by buildah' },
    { path: '/usr/bin/docker-registry', name: 'docker-registry', wished: "images of Debian's registry" },
    { path: '/usr/bin/mvn', name: 'maven', wished: 'Maven' },
    {
      path: '/usr/share/maven-repo/org/apache/maven/plugins/maven-deploy-plugin',
      name: 'libmaven-deploy-plugin-java',
      wished: 'Maven',
    },
    {
      path: '/usr/share/maven-repo/org/apache/maven/plugins/maven-jar-plugin',
      name: 'libmaven-jar-plugin-java',
      wished: 'Maven',
    },
    { path: '/usr/bin/twine', name: 'twine', wished: 'uploads to PyPI repositories' },
    { path: '/usr/bin/pip3', name: 'python3-pip', wished: 'installs from PyPI repositories' },
    { path: '/usr/bin/cargo', name: 'cargo', wished: 'Cargo' },
    { path: '/usr/bin/go', name: 'golang-go', wished: 'Go modules' },
  ].filter(({ path }) => !isHere(path));
  if (missing.length === 0) return;
  const install = `apt-get install --yes --no-install-recommends ${missing.map(({ name }) => name).join(' ')}`;
  if (process.getuid?.() !== 0) {
    for (const { name, wished } of missing)
      if (wished) console.log(`Without ${name} the tests of ${wished} are skipped.`);
    if (missing.every(({ wished }) => wished)) return;
    console.error(`The browser tests need Chromium and its driver. Install what is missing: ${install}`);
    process.exit(1);
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '--quiet'], { stdio: 'inherit', env });
  // A directory of its own is started by each test: Debian's stays without configuration, and does not run.
  if (missing.some(({ name }) => name === 'slapd'))
    execFileSync('debconf-set-selections', { input: 'slapd slapd/no_configuration boolean true\n', env });
  execFileSync('sh', ['-c', install], { stdio: 'inherit', env });
}

/** A program that can be run, or a library that can be read. */
function isHere(path) {
  try {
    accessSync(path, path.startsWith('/usr/share/') ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
