import type { ArchiveBytes } from '../../../archives/ArchiveBytes.ts';
import { badArchive } from '../../../archives/ArchiveReading.ts';
import { readZip } from '../../../archives/readZip.ts';
import { licenceOfText } from '../../../licenses/licenceOfText.ts';
import { spdxOfAddress } from '../../../licenses/spdxOf.ts';
import { type Nuspec, readNuspec } from './nuspec.ts';

export interface PackageContents extends Nuspec {
  readme?: string;
  /** Of SPDX, where that is plain. */
  licences: string[];
}

const what = 'package';
const mebibyte = 1024 ** 2;
export const packageLimit = 1024 * mebibyte;

/** Reads a .nupkg; throws `HttpError` 400 that says what does not hold. */
export async function readPackage(
  bytes: ArchiveBytes,
  options: { foreign?: boolean } = {},
): Promise<PackageContents> {
  const nuspec = readNuspec((await nuspecOf(bytes)).toString(), options);
  const { readmeFile, licenceFile } = nuspec;
  const wanted = [readmeFile, licenceFile].filter((path) => path !== undefined);
  const { taken } = wanted.length
    ? await readZip(bytes, {
        what,
        take: ({ path }) => (wanted.includes(path) ? { atMost: 512 * 1024, cut: true } : undefined),
      })
    : { taken: new Map<string, Buffer>() };
  const readme = readmeFile && taken.get(readmeFile)?.toString();
  return { ...nuspec, ...(readme ? { readme } : {}), licences: licencesOf(nuspec, taken) };
}

/** The bytes of the one nuspec at the package's root. */
export async function nuspecOf(bytes: ArchiveBytes): Promise<Buffer> {
  const { taken } = await readZip(bytes, {
    what,
    take: ({ path }) => (/^[^/]+\.nuspec$/i.test(path) ? { atMost: mebibyte } : undefined),
  });
  const [nuspec, second] = taken.values();
  if (!nuspec) throw badArchive(what, 'it has no .nuspec at its root');
  if (second) throw badArchive(what, 'it has more than one .nuspec at its root');
  return nuspec;
}

/** The readme alone; undefined when the package names none. */
export async function readmeOf(bytes: ArchiveBytes): Promise<string | undefined> {
  return (await readPackage(bytes, { foreign: true })).readme;
}

function licencesOf({ entry, licenceFile }: Nuspec, taken: ReadonlyMap<string, Buffer>): string[] {
  const fromUrl = /^https:\/\/licenses\.nuget\.org\/([^?#]+)$/.exec(entry.licenseUrl ?? '')?.[1];
  const fromFile = licenceFile && licenceOfText(taken.get(licenceFile)?.toString() ?? '');
  const told = fromUrl ? decoded(fromUrl) : spdxOfAddress(entry.licenseUrl ?? '');
  const found = entry.licenseExpression ?? fromFile ?? told;
  return found ? [found] : [];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
