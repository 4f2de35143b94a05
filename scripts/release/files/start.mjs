// `npm start`: installs the packages of the lock file once, then runs the server with its console.
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled(root);
await ensureRuntime(root);
// For the scripts only: the server reports it as an unknown setting.
delete process.env.LADING_RUNTIME;
// In this process: signals and the exit code are the server's.
await import('../platform/build/server.js');
