import { createHash } from 'node:crypto';
import type { AheadRequest, BootPlugin, ContributionsDocument } from '@lading/contract/rest';
import { validateManifest, validateServerParts } from '@lading/contract/validation';
import { nameOf } from '../map/pluginName.ts';
import { type PackageSignature, readSignature } from '../signatures/readSignature.ts';

type Problem = NonNullable<BootPlugin['problem']>;

interface Route {
  name: string;
  path: string;
  frameless?: boolean;
  public?: boolean;
  ahead?: AheadRequest[];
}

/** Fields of a manifest that the server reads. The browser validates the whole manifest. */
export interface Manifest {
  name: string;
  version: string;
  contract: string;
  entry: string;
  files: { path: string; integrity: string; size: number }[];
  preload: Record<string, string[]>;
  /** Validated when the package is unpacked, unlike that of a development server. */
  backends?: unknown;
  calls?: unknown;
  settings?: unknown;
  contributions: { routes?: Route[]; extensions?: Record<string, unknown> };
}

/** An unpacked plugin package. */
export interface Plugin {
  manifest: Manifest;
  /** Hash of the manifest. */
  hash: string;
  /** Files that may be served: those that the manifest lists. */
  files: ReadonlyMap<string, Buffer>;
  /** Of the author. It fits all files of the package, but its key can be anyone's. */
  signature?: PackageSignature;
}

export type Unpacked = { plugin: Plugin } | { problem: Problem };

/** Unpacks a package. Its files must match those in its manifest, byte for byte. */
export function unpack(
  packageName: string,
  version: string,
  contents: ReadonlyMap<string, Buffer>,
): Unpacked {
  const text = contents.get('lading-plugin.json');
  const title = `${packageName} ${version}`;
  if (!text) return notAPlugin(`${title} has no lading-plugin.json. Build it with lading-kit.`);
  const manifest = parse(text);
  if (!manifest)
    return notAPlugin(`lading-plugin.json of ${title} does not list its files and contributions`);
  const files = new Map<string, Buffer>();
  for (const { path, integrity } of manifest.files) {
    const content = contents.get(path);
    if (!content) return notAPlugin(`${title} lacks ${path}, which its lading-plugin.json lists`);
    if (!matches(content, integrity)) {
      return {
        problem: {
          class: 'integrity',
          cause: `The hash of ${path} in ${title} does not match its lading-plugin.json`,
        },
      };
    }
    files.set(path, content);
  }
  const validated = validateManifest(manifest, nameOf(packageName));
  if (!validated.valid) return { problem: { class: validated.class, cause: validated.cause } };
  const rejected = validateServerParts(manifest.name, manifest);
  if (rejected !== undefined) return notAPlugin(rejected);
  if (manifest.version !== version)
    return notAPlugin(`lading-plugin.json of ${title} has version ${manifest.version}`);
  if (!files.has(manifest.entry)) return notAPlugin(`${title} does not list its entry ${manifest.entry}`);
  const signed = readSignature({ name: packageName, version }, contents);
  if ('problem' in signed) return { problem: { class: 'integrity', cause: signed.problem } };
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { plugin: { manifest, hash, files, ...signed } };
}

/** Size of the files that pages can load, in bytes; not the one that the manifest states. */
export function bytesOf({ files }: Plugin): number {
  return [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The kinds of contributions of a plugin, and how many it has of each. */
export function kindsOf({ contributions, backends, settings }: Manifest): { kind: string; count: number }[] {
  const { extensions = {}, ...main } = contributions;
  return Object.entries({ ...main, ...extensions, backends, settings }).flatMap(([kind, values]) =>
    Array.isArray(values) && values.length > 0 ? [{ kind, count: values.length }] : [],
  );
}

/** Returns the manifest for pages, without what the server alone uses. */
export function pageManifest({ manifest }: Plugin): ContributionsDocument['plugins'][string] {
  const { backends: _backends, calls: _calls, settings: _settings, contributions, ...rest } = manifest;
  const routes = contributions.routes?.map(({ ahead: _ahead, ...route }) => route);
  const shown = { ...rest, contributions: { ...contributions, ...(routes ? { routes } : {}) } };
  return shown as unknown as ContributionsDocument['plugins'][string];
}

/** Whether the plugin has exactly these files. */
export function hasFiles(
  { manifest }: Plugin,
  files: readonly { path: string; integrity: string }[],
): boolean {
  const own = new Map(manifest.files.map(({ path, integrity }) => [path, integrity]));
  return own.size === files.length && files.every(({ path, integrity }) => own.get(path) === integrity);
}

function notAPlugin(cause: string): Unpacked {
  return { problem: { class: 'not-a-plugin', cause } };
}

function parse(text: Buffer): Manifest | undefined {
  let value: Partial<Manifest> | null;
  try {
    value = JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
  if (typeof value?.entry !== 'string' || !Array.isArray(value.files)) return undefined;
  if (typeof value.contributions !== 'object' || value.contributions === null) return undefined;
  const sound = value.files.every(
    (file) => typeof file?.path === 'string' && typeof file.integrity === 'string',
  );
  if (!sound) return undefined;
  return { ...(value as Manifest), preload: value.preload ?? {} };
}

/** Uses the algorithm that the integrity names, one of those that browsers check. */
function matches(content: Buffer, integrity: string): boolean {
  const [, algorithm, expected] = /^(sha(?:256|384|512))-(.*)$/.exec(integrity) ?? [];
  if (!algorithm) return false;
  return createHash(algorithm).update(content).digest('base64') === expected;
}
