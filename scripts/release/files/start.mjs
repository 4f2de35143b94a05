// `npm start`: installs the packages of the lock file once, then runs the server with its console.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

await ensureInstalled(fileURLToPath(new URL('..', import.meta.url)));
// In this process: signals and the exit code are the server's.
await import('../platform/build/server.js');
