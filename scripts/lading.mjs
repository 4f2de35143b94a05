// `npm run lading -- COMMAND`: runs and maintains a server. `help` lists the commands.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled(root);
await ensureRuntime(root);
if (!compile(root, ['platform'])) process.exit(1);
// The current directory stays: paths may be relative to it.
const main = `${root}platform/dist/operations/command/main.js`;
process.exitCode =
  spawnSync(process.execPath, [main, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
