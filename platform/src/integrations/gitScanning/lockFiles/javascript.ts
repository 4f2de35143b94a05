import { load } from 'js-yaml';
import { Found, fields, type Parse } from './Dependency.ts';

/** Maximum depth of nested dependencies in old files. */
const maxDepth = 200;

/** `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3. */
export const parseNpm: Parse = (text) => {
  const found = new Found('npm');
  const lock = fields(JSON.parse(text));
  const packages = Object.entries(fields(lock.packages));
  for (const [path, value] of packages) {
    const { name, version, link } = fields(value);
    const at = path.lastIndexOf('node_modules/');
    // The project, its workspaces, and links to them are no dependencies.
    if (at === -1 || link === true) continue;
    found.add(name ?? path.slice(at + 'node_modules/'.length), version);
  }
  if (packages.length === 0) addNested(found, lock.dependencies, 0);
  return found.parsed();
};

function addNested(found: Found, dependencies: unknown, depth: number): void {
  if (depth > maxDepth) throw new Error('its dependencies are nested too deeply');
  for (const [name, value] of Object.entries(fields(dependencies))) {
    const { version, dependencies: inner } = fields(value);
    const [, alias, of] = /^npm:(.+)@([^@]+)$/.exec(String(version)) ?? [];
    if (alias) found.add(alias, of);
    else found.add(name, exactOf(version));
    addNested(found, inner, depth + 1);
  }
}

/**
 * `pnpm-lock.yaml`: keys such as `/left-pad/1.3.0`, `/left-pad@1.3.0`, or
 * `@a/b@1.0.0(react@18.0.0)`.
 */
export const parsePnpm: Parse = (text) => {
  const found = new Found('npm');
  for (const [key, value] of Object.entries(fields(fields(load(text)).packages))) {
    const { name, version } = fields(value);
    const plain = key.split('(', 1)[0] ?? '';
    // Old files separate the version by a slash, and name peers after it.
    const [, slashed, before] = /^\/((?:@[^/]+\/)?[^/@]+)\/(\d[^/_]*)/.exec(plain) ?? [];
    const at = plain.lastIndexOf('@');
    const keyName = slashed ?? plain.slice(plain.startsWith('/') ? 1 : 0, at);
    found.add(name ?? keyName, exactOf(version ?? before ?? plain.slice(at + 1)));
  }
  return found.parsed();
};

/** `yarn.lock`, of Yarn 1 and of later ones. */
export const parseYarn: Parse = (text) =>
  /^__metadata:/m.test(text) ? parseBerry(text) : parseClassic(text);

function parseBerry(text: string) {
  const found = new Found('npm');
  for (const [key, value] of Object.entries(fields(load(text)))) {
    const { resolution, version } = fields(value);
    if (key === '__metadata' || typeof resolution !== 'string') continue;
    const at = resolution.indexOf('@', 1);
    // Workspaces, links, and Git repositories have no version of a registry.
    if (resolution.startsWith('npm:', at + 1)) found.add(resolution.slice(0, at), String(version));
  }
  return found.parsed();
}

function parseClassic(text: string) {
  const found = new Found('npm');
  let name: string | undefined;
  for (const line of text.split('\n')) {
    const entry = /^"?((?:@[^/"@]+\/)?[^"@\s]+)@([^",]*)/.exec(line);
    if (entry && !line.startsWith(' ') && !line.startsWith('#')) {
      const [, alias] = /^npm:((?:@[^/@]+\/)?[^@]+)@/.exec(entry[2] ?? '') ?? [];
      name = alias ?? entry[1];
      continue;
    }
    const [, version] = /^ {2}version "?([^"\s]+)"?\s*$/.exec(line) ?? [];
    if (version === undefined || name === undefined) continue;
    found.add(name, exactOf(version));
    name = undefined;
  }
  return found.parsed();
}

/** Returns the version; undefined for URLs, files, and tags. */
function exactOf(version: unknown): string | undefined {
  return typeof version === 'string' && /^\d/.test(version) ? version : undefined;
}
