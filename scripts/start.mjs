// `npm start`: installs and builds what is missing, then runs the platform with its console.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await ensureInstalled(root);
await ensureRuntime(root);
if (!(await isBuilt(root))) {
  // In a separate process, so that the memory used for building is released.
  const { status } = spawnSync(process.execPath, [`${root}scripts/build.mjs`], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The console could not be built: see the lines above.');
    process.exit(1);
  }
}
// For the scripts only: the server reports it as an unknown setting.
delete process.env.LADING_RUNTIME;
// In this process, so that signals and the exit code are the platform's.
await import('../platform/build/server.js');
