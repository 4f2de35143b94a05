import { createHash } from 'node:crypto';
import type { AheadRequest, BootPlugin } from '@lading/contract/rest';
import { validateManifest } from '@lading/contract/validation';
import { nameOf } from '../map/pluginName.ts';

type Problem = NonNullable<BootPlugin['problem']>;

interface Route {
  name: string;
  path: string;
  frameless?: boolean;
  public?: boolean;
  ahead?: AheadRequest[];
}

/** What of a manifest the server itself looks at; the browser validates the whole. */
export interface Manifest {
  name: string;
  version: string;
  entry: string;
  files: { path: string; integrity: string; size: number }[];
  preload: Record<string, string[]>;
  contributions: { routes?: Route[] };
}

/** A plug-in's package, unpacked. */
export interface Plugin {
  manifest: Manifest;
  /** Of the manifest. */
  hash: string;
  /** What may be served: the files that the manifest lists. */
  files: ReadonlyMap<string, Buffer>;
}

export type Unpacked = { plugin: Plugin } | { problem: Problem };

/** Takes a package apart: its files must be those that its manifest lists, byte for byte. */
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
    if (integrity !== integrityOf(content)) {
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
  if (manifest.version !== version)
    return notAPlugin(`lading-plugin.json of ${title} has version ${manifest.version}`);
  if (!files.has(manifest.entry)) return notAPlugin(`${title} does not list its entry ${manifest.entry}`);
  return { plugin: { manifest, hash: createHash('sha256').update(text).digest('hex').slice(0, 16), files } };
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

function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
