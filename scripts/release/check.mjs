// Conditions for a release: one version and one license in all workspaces, and a section in the
// changelog.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENSE = 'Apache-2.0';

/**
 * Returns the `package.json` of the root and of each workspace, by the workspace's directory; the
 * root's is ''.
 */
export function manifests(root) {
  const main = read(root, 'package.json');
  const directories = main.workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(root, pattern.slice(0, -2)))
          .map((name) => `${pattern.slice(0, -1)}${name}`)
          .filter((directory) => existsSync(join(root, directory, 'package.json')))
      : [pattern],
  );
  return new Map(['', ...directories].map((directory) => [directory, read(root, directory, 'package.json')]));
}

/** Returns one line for each reason against a release. `root` is the checkout. */
export function checkRelease(root) {
  const all = manifests(root);
  const { version } = all.get('');
  const problems = [];
  for (const [directory, manifest] of all) {
    const file = join(directory, 'package.json');
    if (manifest.license !== LICENSE) problems.push(`${file}: set "license" to "${LICENSE}".`);
    if (manifest.version !== version)
      problems.push(
        `${file}: version ${manifest.version}, expected ${version}. Run node scripts/setVersion.mjs.`,
      );
    for (const field of ['dependencies', 'devDependencies', 'peerDependencies']) {
      for (const [name, wanted] of Object.entries(manifest[field] ?? {})) {
        if (name.startsWith('@lading/') && wanted !== version)
          problems.push(`${file}: ${field} has ${name} ${wanted}, expected ${version}.`);
      }
    }
    if (directory.startsWith('plugins/')) problems.push(...checkPlugin(root, directory, version));
  }
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## ${version} `)) problems.push(`CHANGELOG.md: no section for ${version}.`);
  return problems;
}

/** The definition and the import map repeat a plugin's version. */
function checkPlugin(root, directory, version) {
  const name = directory.slice('plugins/'.length);
  const problems = [];
  const definition = readFileSync(join(root, directory, 'src/plugin.ts'), 'utf8');
  if (!definition.includes(`version: '${version}'`))
    problems.push(`${directory}/src/plugin.ts: expected version '${version}'.`);
  const url = read(root, 'importmap.json').imports[`@lading/plugin-${name}`];
  if (url !== `/ui/plugins/${name}/${version}/plugin.js`)
    problems.push(`importmap.json: @lading/plugin-${name} is ${url}, expected version ${version}.`);
  return problems;
}

function read(...path) {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}
