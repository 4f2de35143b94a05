import type { ArchiveBytes } from '../../../archives/ArchiveBytes.ts';
import { badArchive } from '../../../archives/ArchiveReading.ts';
import { readZip } from '../../../archives/readZip.ts';
import { licenseOfText } from '../../../licenses/licenseOfText.ts';
import { spdxOfAddress } from '../../../licenses/spdxOf.ts';
import { type Nuspec, readNuspec } from './nuspec.ts';

export interface PackageContents extends Nuspec {
  readme?: string;
  /** SPDX identifiers, if known. */
  licenses: string[];
}

const what = 'package';
const mebibyte = 1024 ** 2;
export const packageLimit = 1024 * mebibyte;

/** Reads a .nupkg. Throws `HttpError` 400 that describes the invalid part. */
export async function readPackage(
  bytes: ArchiveBytes,
  options: { foreign?: boolean } = {},
): Promise<PackageContents> {
  const nuspec = readNuspec((await nuspecOf(bytes)).toString(), options);
  const { readmeFile, licenseFile } = nuspec;
  const wanted = [readmeFile, licenseFile].filter((path) => path !== undefined);
  const { taken } = wanted.length
    ? await readZip(bytes, {
        what,
        take: ({ path }) => (wanted.includes(path) ? { maxBytes: 512 * 1024, truncate: true } : undefined),
      })
    : { taken: new Map<string, Buffer>() };
  const readme = readmeFile && taken.get(readmeFile)?.toString();
  return { ...nuspec, ...(readme ? { readme } : {}), licenses: licensesOf(nuspec, taken) };
}

/** The bytes of the single nuspec at the package's root. */
export async function nuspecOf(bytes: ArchiveBytes): Promise<Buffer> {
  const { taken } = await readZip(bytes, {
    what,
    take: ({ path }) => (/^[^/]+\.nuspec$/i.test(path) ? { maxBytes: mebibyte } : undefined),
  });
  const [nuspec, second] = taken.values();
  if (!nuspec) throw badArchive(what, 'it has no .nuspec at its root');
  if (second) throw badArchive(what, 'it has more than one .nuspec at its root');
  return nuspec;
}

/** Only the readme; undefined if the package specifies none. */
export async function readmeOf(bytes: ArchiveBytes): Promise<string | undefined> {
  return (await readPackage(bytes, { foreign: true })).readme;
}

function licensesOf({ entry, licenseFile }: Nuspec, taken: ReadonlyMap<string, Buffer>): string[] {
  const fromUrl = /^https:\/\/licenses\.nuget\.org\/([^?#]+)$/.exec(entry.licenseUrl ?? '')?.[1];
  const fromFile = licenseFile && licenseOfText(taken.get(licenseFile)?.toString() ?? '');
  const fromMetadata = fromUrl ? decoded(fromUrl) : spdxOfAddress(entry.licenseUrl ?? '');
  const found = entry.licenseExpression ?? fromFile ?? fromMetadata;
  return found ? [found] : [];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
