// `npm run test:full`: follows the set-up guides of all clients, also of those that take too long for `npm test`.
// Installs the clients of npm packages into build/clients; the others come from the system, and are skipped when missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Exact versions, so that a failure is a change of this product. */
const clients = {
  pnpm: 'pnpm@10.34.9',
  yarn1: 'yarn@1.22.22',
  yarn4: '@yarnpkg/cli-dist@4.18.1',
  bun: 'bun@1.4.5',
};

for (const [name, version] of Object.entries(clients)) {
  const directory = `${root}build/clients/${name}`;
  if (existsSync(`${directory}/node_modules/.bin`)) continue;
  const install = ['install', '--prefix', directory, '--no-audit', '--no-fund', version];
  execFileSync('npm', install, { cwd: root, stdio: 'inherit' });
}
const { status } = spawnSync(
  `${root}node_modules/.bin/vitest`,
  ['run', '--project', 'platform', 'platform/src/clients/guides'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, LADING_TEST_FULL: '1' } },
);
process.exitCode = status ?? 1;
