import { parse } from 'smol-toml';
import type { ArchiveBytes } from '../../../archives/ArchiveBytes.ts';
import { badArchive, type ReadOptions } from '../../../archives/ArchiveReading.ts';
import { readTar } from '../../../archives/readTar.ts';
import { shown } from '../../../errors/shown.ts';
import { licenseOfText } from '../../../licenses/licenseOfText.ts';

/** Data from a crate's own Cargo.toml. */
export interface CrateContents {
  description?: string;
  /** SPDX expression. */
  license?: string;
  keywords: string[];
  /** Text of the readme file that the manifest specifies. */
  readme?: string;
}

const maxManifestBytes = 1024 * 1024;
const maxReadmeBytes = 512 * 1024;
const maxLicenseBytes = 64 * 1024;

/**
 * Reads a crate's file. Throws `HttpError` 400 for an invalid file, and for the file of another
 * crate or version.
 */
export async function readCrate(bytes: ArchiveBytes, name: string, version: string): Promise<CrateContents> {
  const folder = `${name}-${version}`;
  const what = `crate ${shown(`${folder}.crate`)}`;
  const options: ReadOptions = {
    what,
    gzipped: true,
    limits: { entries: 50_000, unpackedSize: 1024 ** 3 },
    onEntry: ({ path, kind }) => {
      if (kind === 'link' || kind === 'other')
        throw badArchive(what, `its entry ${shown(path)} is not a regular file`);
      if (path !== folder && !path.startsWith(`${folder}/`))
        throw badArchive(what, `its entry ${shown(path)} is outside ${shown(`${folder}/`)}`);
    },
    take: ({ path }) => {
      if (path === `${folder}/Cargo.toml`) return { maxBytes: maxManifestBytes };
      // The manifest, which specifies the file, may come later in the archive; license files
      // usually have names like these.
      if (/\/[^/]*(?:licen[cs]e|copying|notice|eula)[^/]*$/i.test(path))
        return { maxBytes: maxLicenseBytes, truncate: true };
      return /\/readme[^/]*$/i.test(path) ? { maxBytes: maxReadmeBytes, truncate: true } : undefined;
    },
  };
  const { taken } = await readTar(bytes, options);
  const manifest = taken.get(`${folder}/Cargo.toml`);
  if (!manifest) throw badArchive(what, `it contains no ${folder}/Cargo.toml`);
  const of = packageTable(manifest.toString(), what);
  if (of.name !== name)
    throw badArchive(
      what,
      `the name in its Cargo.toml is ${shown(of.name)}, but the name in the publish request is ${shown(name)}`,
    );
  if (of.version !== version)
    throw badArchive(
      what,
      `the version in its Cargo.toml is ${shown(of.version)}, but the version in the publish request is ${shown(version)}`,
    );
  const readme = readmeOf(of.readme, folder, taken);
  const license = licenseOf(of, folder, taken);
  return {
    ...(typeof of.description === 'string' ? { description: of.description } : {}),
    ...(license === undefined ? {} : { license }),
    keywords: Array.isArray(of.keywords) ? of.keywords.filter((each) => typeof each === 'string') : [],
    ...(readme === undefined ? {} : { readme }),
  };
}

function packageTable(text: string, what: string): Record<string, unknown> {
  let table: unknown;
  try {
    const manifest = parse(text, { maxDepth: 100 });
    // Old name of the table.
    table = manifest.package ?? manifest.project;
  } catch (error) {
    throw badArchive(what, `its Cargo.toml is not valid TOML (${firstLine((error as Error).message)})`);
  }
  if (typeof table === 'object' && table !== null) return table as Record<string, unknown>;
  throw badArchive(what, 'its Cargo.toml has no table [package]');
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 100);
}

/**
 * The license from the manifest, or from the file that the manifest specifies; undefined for an
 * unknown text.
 */
function licenseOf(
  of: Record<string, unknown>,
  folder: string,
  taken: ReadonlyMap<string, Buffer>,
): string | undefined {
  if (typeof of.license === 'string') return expressionOf(of.license);
  const file = of['license-file'];
  if (typeof file !== 'string') return undefined;
  const text = taken.get(`${folder}/${file.replace(/^\.\//, '')}`);
  return text && licenseOfText(text.toString());
}

/** The readme that the manifest specifies; `README.md` by default. */
function readmeOf(named: unknown, folder: string, taken: ReadonlyMap<string, Buffer>): string | undefined {
  if (named === false) return undefined;
  const file = typeof named === 'string' ? named.replace(/^\.\//, '') : 'README.md';
  return taken.get(`${folder}/${file}`)?.toString().replaceAll('\0', '');
}

/** Before SPDX expressions, a slash meant OR. */
export function expressionOf(license: string): string {
  return license.includes('/')
    ? license
        .split('/')
        .map((each) => each.trim())
        .join(' OR ')
    : license;
}
