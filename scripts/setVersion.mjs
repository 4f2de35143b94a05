// `node scripts/setVersion.mjs VERSION`: sets the version of all packages, plugins, the lock file,
// and the import map.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifests } from './release/check.mjs';

/** `root` is the checkout. */
export function setVersion(root, version) {
  const all = manifests(root);
  const old = all.get('').version;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  lock.version = version;
  for (const [directory, manifest] of all) {
    for (const each of [manifest, lock.packages[directory]]) set(each, version);
    write(join(root, directory, 'package.json'), manifest);
    if (directory.startsWith('plugins/'))
      replace(join(root, directory, 'src/plugin.ts'), `version: '${old}'`, `version: '${version}'`);
  }
  write(join(root, 'package-lock.json'), lock);
  replace(join(root, 'importmap.json'), `/${old}/plugin.js`, `/${version}/plugin.js`);
}

function set(manifest, version) {
  manifest.version = version;
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
    for (const name of Object.keys(manifest[field] ?? {}))
      if (name.startsWith('@lading/')) manifest[field][name] = version;
  }
}

function replace(path, old, text) {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(old, text));
}

function write(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , version = ''] = process.argv;
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    console.error('Specify a version such as 0.2.0: node scripts/setVersion.mjs 0.2.0');
    process.exit(1);
  }
  setVersion(fileURLToPath(new URL('..', import.meta.url)), version);
  console.log(`Version ${version} set. Add a section for it to CHANGELOG.md.`);
}
