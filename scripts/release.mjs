// `npm run release [-- --output DIR]`: builds, and writes the packages for plugin authors, the
// server archives, the Helm chart, and the Debian package to build/release.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { ensureRuntime } from './runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { output: { type: 'string' } } });
const target = values.output === undefined ? `${root}build/release` : resolve(values.output);

await ensureInstalled(root);
await ensureRuntime(root);
// After the installation: these import its packages.
const { build } = await import('./build.mjs');
const { checkRelease } = await import('./release/check.mjs');
const { canPackDebian, packDebian } = await import('./release/debian.mjs');
const { packChart } = await import('./release/helm.mjs');
const { canPackOffline, packOffline } = await import('./release/offline.mjs');
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
const archive = await packServer(root, target);
const files = [...(await pack(target)), archive, await packChart(root, target)];
if (canPackOffline()) files.push(await packOffline(root, archive, target));
else console.log('No offline archive: it needs Linux on x64 or arm64.');
if (canPackDebian()) files.push(await packDebian(root, archive, target));
else console.log('No Debian package: it needs dpkg-deb, and Linux on x64 or arm64.');
const sums = files.map((path) => `${sha256(path)}  ${basename(path)}\n`);
writeFileSync(`${target}/SHA256SUMS`, sums.join(''));
for (const path of [...files, `${target}/SHA256SUMS`]) console.log(path);

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
