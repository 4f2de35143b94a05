// `npm start`: installs and builds what is missing, then runs the platform with its console.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await ensureInstalled(root);
try {
  const { build } = await import('./build.mjs');
  await build(root);
} catch (error) {
  console.error(`The console could not be built. ${error.message}`);
  process.exit(1);
}
// In this process, so that signals and the exit code are the platform's own.
await import('../platform/dist/server.js');
