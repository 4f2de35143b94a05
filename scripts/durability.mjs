// `npm run durability [-- kills images]`: kills the server, and takes images of its disk, at random moments of publishing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled(root);
await ensureRuntime(root);
// It compiles the server by itself.
const harness = [process.execPath, `${root}platform/durability/main.ts`, ...process.argv.slice(2)];
// Mounts of a name space of its own go with it, whatever becomes of the harness.
const alone = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
const [command, ...args] = alone ? ['unshare', '--mount', ...harness] : harness;
process.exitCode = spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
