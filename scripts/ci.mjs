// What CI runs: `npm test`, then the rest, `npm run test:full`. Failures of both are listed at the
// end.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allPackages, install } from './testing/packages.mjs';
import { printSummary } from './testing/TestRun.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const total = { passed: 0, failed: 0, failures: [], skipped: [] };

install(allPackages);
for (const [script, results] of [
  ['test', 'build/test'],
  ['test:full', 'build/test-full'],
]) {
  console.log(`\n=== npm run ${script}`);
  rmSync(`${root}${results}`, { recursive: true, force: true });
  const { status } = spawnSync('npm', ['run', script], { cwd: root, stdio: 'inherit' });
  try {
    const { passed, failed, failures, skipped } = JSON.parse(
      readFileSync(`${root}${results}/summary.json`, 'utf8'),
    );
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
    total.skipped.push(...skipped);
    if (status !== 0 && failed === 0) throw new Error(`npm run ${script} exited with code ${status}`);
  } catch (error) {
    total.failed += 1;
    total.failures.push({ title: `npm run ${script}`, why: `No test results: ${error.message}` });
  }
}
console.log('\n=== Total');
printSummary(total);
process.exitCode = total.failed === 0 ? 0 : 1;
