import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { KitError } from '../KitError.ts';

const PACKAGES = ['@lading/contract', '@lading/ui'] as const;
const TIMEOUT_MS = 30_000;

/** The packages of one console, unpacked. */
export interface ConsoleSdk {
  /** Version of the console. */
  readonly version: string;
  /** Below the directory of the plugin, so that its other packages are found. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Downloads the packages for plugin authors that a console serves. Throws `KitError`. */
export async function fetchSdk(root: string, address: string, index: number): Promise<ConsoleSdk> {
  if (!URL.canParse(address))
    throw new KitError(`Invalid URL ${address}. Expected one such as http://localhost:8082.`);
  const folder = join(root, 'build/consoles', String(index));
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  let version = '';
  try {
    for (const name of PACKAGES) version = await unpackOne(new URL('/ui/sdk/', address), name, folder);
  } catch (error) {
    await remove();
    throw new KitError(`Failed to read the packages of ${address}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { version, folder, remove };
}

/** Returns the version of a running console. Throws `KitError`. */
export async function consoleVersion(address: string): Promise<string> {
  if (!URL.canParse(address))
    throw new KitError(`Invalid URL ${address}. Expected one such as http://localhost:8082.`);
  try {
    return (await describe(new URL('/ui/sdk/', address), '@lading/contract'))['dist-tags'].latest;
  } catch (error) {
    throw new KitError(`No console responds at ${address}: ${(error as Error).message}`, { cause: error });
  }
}

interface Described {
  'dist-tags': { latest: string };
  versions: Record<string, { dist: { tarball: string } }>;
}

async function describe(registry: URL, name: string): Promise<Described> {
  return (await (await get(new URL(name.replace('/', '%2f'), registry))).json()) as Described;
}

async function unpackOne(registry: URL, name: string, folder: string): Promise<string> {
  const described = await describe(registry, name);
  const version = described['dist-tags'].latest;
  const tarball = described.versions[version]?.dist.tarball;
  if (tarball === undefined) throw new Error(`it serves no ${name}`);
  const target = join(folder, 'node_modules', name);
  await mkdir(target, { recursive: true });
  const { body } = await get(new URL(tarball));
  if (!body) throw new Error(`${tarball} is empty`);
  await pipeline(Readable.fromWeb(body as never), extract({ cwd: target, strip: 1 }));
  return version;
}

async function get(url: URL): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (answer.ok) return answer;
  throw new Error(`${url.href} returned ${answer.status}`);
}
