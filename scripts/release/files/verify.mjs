// `npm run verify`: reads all stored files of a server that is not running and compares them with
// their hashes.
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled(root);
await ensureRuntime(root);
const programs = readdirSync(`${root}platform/dist`, { recursive: true });
const main = programs.find((path) => path.endsWith('integrity/main.js'));
await import(pathToFileURL(`${root}platform/dist/${main}`).href);
