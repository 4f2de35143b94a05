// `npm run release`: builds, and writes the packages for plugin authors and the server archive to build/release.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}build/release`;

await ensureInstalled(root);
await ensureRuntime(root);
// After the installation: these import its packages.
const { build } = await import('./build.mjs');
const { checkRelease } = await import('./release/check.mjs');
const { packServer } = await import('./release/server.mjs');
const { pack } = await import('./pack.mjs');

const problems = checkRelease(root);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
await build(root);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const files = [...pack(target), await packServer(root, target)];
const sums = files.map((path) => `${sha256(path)}  ${basename(path)}\n`);
writeFileSync(`${target}/SHA256SUMS`, sums.join(''));
for (const path of [...files, `${target}/SHA256SUMS`]) console.log(path);

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
