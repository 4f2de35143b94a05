// `node scripts/run.mjs NAME [ARGUMENT …]`: runs a program of an npm package, such as vitest, on a
// supported Node.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled(root);
await ensureRuntime(root);
const [, , name, ...args] = process.argv;
const child = spawn(process.execPath, [`${root}node_modules/.bin/${name}`, ...args], { stdio: 'inherit' });
child.once('exit', (code) => process.exit(code ?? 1));
