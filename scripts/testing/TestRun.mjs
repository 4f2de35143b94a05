// Runs the steps of a test run, counts their tests, and reports failures at the end, where they are
// easy to find.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

export class TestRun {
  passed = 0;
  failed = 0;
  /** `{ title, why, seen }` of each failure; `seen` is what a browser showed then. */
  failures = [];
  /** Names of skipped tests. */
  skipped = [];

  /**
   * `root` is the checkout, with a slash at its end; `results` is the directory of the test
   * results.
   */
  constructor(root, results) {
    this.root = root;
    this.results = results;
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });
  }

  /**
   * Runs one step and counts it as one failure if it fails without a failed test. `count` reads the
   * step's tests. With `isQuiet`, prints the output only when the step ends, because another step
   * is running.
   */
  async step(title, command, args, { count, isQuiet = false, ...options } = {}) {
    if (!isQuiet) console.log(`\n— ${title}`);
    const started = Date.now();
    const { code, output } = await execute(command, args, {
      cwd: this.root,
      stdio: isQuiet ? 'pipe' : 'inherit',
      ...options,
    });
    if (isQuiet) console.log(`\n— ${title}\n${output.trim()}`);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`— ${title}: ${code === 0 ? 'ok' : 'FAILED'} after ${seconds} s`);
    const found = this.failed;
    if (count) this.#count(title, count);
    if (code !== 0 && this.failed === found) this.fail(title, output.slice(-2000) || 'See the lines above.');
    return code === 0;
  }

  fail(title, why) {
    this.failed += 1;
    this.failures.push({ title, why });
  }

  /**
   * Prints skipped tests, failures, and `N passed, N failed`; keeps them in a file; sets the exit
   * code.
   */
  end() {
    const { passed, failed, failures, skipped } = this;
    writeFileSync(`${this.results}/summary.json`, JSON.stringify({ passed, failed, failures, skipped }));
    printSummary(this);
    process.exitCode = failed === 0 ? 0 : 1;
  }

  #count(title, read) {
    try {
      const { passed, failures, skipped } = read();
      this.passed += passed;
      this.failed += failures.length;
      this.failures.push(...failures);
      this.skipped.push(...skipped);
    } catch (error) {
      this.fail(title, `Failed to read the test results: ${error.message}`);
    }
  }
}

export function printSummary({ passed, failed, failures, skipped }) {
  if (skipped.length > 0) console.log(`\n${skipped.length} skipped:`);
  for (const title of skipped) console.log(`- ${title}`);
  for (const { title, why, seen } of failures) {
    console.log(`\n✗ ${title}\n${indented(why)}`);
    if (seen) console.log(`    ${seen}`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** The arguments and the environment of vitest, whose results go to `file`. */
export const unitTests = (root, file) => ({
  args: [
    `${root}node_modules/.bin/vitest`,
    'run',
    '--reporter=default',
    `--reporter=${root}scripts/testing/UnitReporter.mjs`,
  ],
  options: {
    env: { ...process.env, LADING_UNIT_REPORT: file },
    count: () => JSON.parse(readFileSync(file, 'utf8')),
  },
});

/** Reads the lines that `e2e/wdio.conf.ts` writes, one per test. */
export const browserTests = (file) => () => {
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    passed: lines.filter(({ passed }) => passed).length,
    failures: lines.filter(({ passed, skipped }) => !passed && !skipped),
    skipped: lines.filter(({ skipped }) => skipped).map(({ title }) => title),
  };
};

function execute(command, args, options) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, options);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The beginning of an error: the expectation, and its location. */
function indented(why = '') {
  return why
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
}
