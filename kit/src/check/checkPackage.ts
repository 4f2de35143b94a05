import { createHash } from 'node:crypto';
import { type PluginManifest, pluginName } from '@lading/contract';
import { SIGNATURE_FILE } from '@lading/contract/signing';
import { validateManifest, validateServerParts } from '@lading/contract/validation';
import { sharedExports } from '../shared/sharedExports.ts';
import { sharedImport } from '../shared/sharedImport.ts';
import { builtImports } from './builtImports.ts';
import { type BuiltPackage, MANIFEST_FILE } from './readBuilt.ts';

/** Files of a package that no page loads. */
const UNLISTED = new Set([
  ...[MANIFEST_FILE, SIGNATURE_FILE],
  ...['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'],
]);

/** Names of shared modules that the files import, by module. */
export type UsedNames = ReadonlyMap<string, ReadonlySet<string>>;

/** Result of a check: problems in plain words, and what the code uses of the console. */
export interface Checked {
  readonly problems: readonly string[];
  readonly used: UsedNames;
  readonly bytes: number;
}

/** Checks a built package as the server and the browser do, without running it. */
export async function checkPackage(built: BuiltPackage): Promise<Checked> {
  const described = describedBy(built);
  const validated = validateManifest(built.manifest, pluginName(described.name));
  if (!validated.valid) return { problems: [validated.cause], used: new Map(), bytes: 0 };
  const manifest = validated.value;
  const rejected = validateServerParts(manifest.name, manifest);
  const code = codeOf(built);
  const problems = [
    ...(rejected === undefined ? [] : [rejected]),
    ...(described.version === manifest.version
      ? []
      : [`package.json has version ${described.version}, ${MANIFEST_FILE} ${manifest.version}`]),
    ...fileProblems(built, manifest),
    ...code.problems,
    ...(await missingNames(built.root, code.used)),
  ];
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  return { problems, used: code.used, bytes };
}

/** Imported names that a shared module does not export, as installed in `root`. */
export async function missingNames(root: string, used: UsedNames): Promise<string[]> {
  const exported = await sharedExports(root, [...used.keys()]);
  return [...used].flatMap(([from, names]) =>
    [...names]
      .filter((name) => name !== '*' && !exported.get(from)?.has(name))
      .map((name) => `${from} does not export ${name}`),
  );
}

function describedBy({ files }: BuiltPackage): { name: string; version: string } {
  try {
    const { name, version } = JSON.parse(String(files.get('package.json')));
    return { name: String(name), version: String(version) };
  } catch {
    return { name: '', version: '' };
  }
}

function fileProblems({ files }: BuiltPackage, manifest: PluginManifest): string[] {
  const listed = new Set(manifest.files.map(({ path }) => path));
  const preloaded = Object.values(manifest.preload).flat();
  const wrong = manifest.files.flatMap(({ path, integrity, size }) => {
    const content = files.get(path);
    if (!content) return [`${path} is listed, but missing`];
    if (content.byteLength !== size) return [`${path} has ${content.byteLength} bytes, expected ${size}`];
    const [algorithm = ''] = integrity.split('-');
    const found = `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
    return found === integrity ? [] : [`The hash of ${path} does not match ${MANIFEST_FILE}`];
  });
  return [
    ...wrong,
    ...(listed.has(manifest.entry) ? [] : [`The entry ${manifest.entry} is not listed`]),
    ...[...files.keys()]
      .filter((path) => !listed.has(path) && !UNLISTED.has(path))
      .map((path) => `${path} is not listed, so no page can load it`),
    ...preloaded
      .filter((path) => !listed.has(path) && sharedImport(path).kind !== 'shared')
      .map((path) => `${path} is preloaded, but neither a file of the plugin nor a shared module`),
  ];
}

function codeOf({ files }: BuiltPackage): { problems: string[]; used: UsedNames } {
  const used = new Map<string, Set<string>>();
  const problems: string[] = [];
  // Workers are classic scripts, which the page's modules start.
  const scripts = [...files].filter(([path]) => path.endsWith('.js') && !path.startsWith('workers/'));
  for (const [path, content] of scripts) {
    const { names, blocked } = builtImports(path, content.toString('utf8'));
    for (const name of blocked) problems.push(`${path} uses ${name}, which the console's policy blocks`);
    for (const [from, wanted] of names) {
      if (/^[./]/.test(from)) continue;
      const found = sharedImport(from);
      if (found.kind !== 'shared') {
        problems.push(`${path} imports ${from}, which the console does not share`);
        continue;
      }
      const known = used.get(from) ?? new Set<string>();
      for (const name of wanted) known.add(name);
      used.set(from, known);
    }
  }
  return { problems, used };
}
