// `npm run durability [-- PART[=ROUNDS] …]`: kills the server (`kills`), and takes disk images
// (`images`), at random moments of publishing, kills servers that work on release bundles
// (`bundles`), and kills each of three nodes in turn (`nodes`).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled(root);
await ensureRuntime(root);
// The harness compiles the server.
const harness = [process.execPath, `${root}platform/durability/main.ts`, ...process.argv.slice(2)];
// Mounts in a separate mount namespace are removed with it, however the harness ends.
const alone = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
const [command, ...args] = alone ? ['unshare', '--mount', ...harness] : harness;
process.exitCode = spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
