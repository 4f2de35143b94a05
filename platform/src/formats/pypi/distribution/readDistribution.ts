import type { ArchiveBytes } from '../../../archives/ArchiveBytes.ts';
import { type ArchiveContents, badArchive } from '../../../archives/ArchiveReading.ts';
import { readTar } from '../../../archives/readTar.ts';
import { readZip } from '../../../archives/readZip.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import type { FileKind, FileName } from '../fileNames.ts';
import { normalName } from '../names.ts';
import { isSameVersion } from '../version.ts';
import { type CoreMetadata, parseCoreMetadata } from './coreMetadata.ts';

export interface Distribution {
  metadata: CoreMetadata;
  /** The metadata file as it is in the archive. */
  raw: Buffer;
}

/** Includes the readme. */
const maxMetadataBytes = 4 * 1024 * 1024;

const kinds: Record<FileKind, { what: string; inside: RegExp; place: string }> = {
  bdist_wheel: {
    what: 'wheel',
    inside: /^[^/]+\.dist-info\/METADATA$/,
    place: 'NAME-VERSION.dist-info/METADATA',
  },
  sdist: { what: 'source distribution', inside: /^[^/]+\/PKG-INFO$/, place: 'NAME-VERSION/PKG-INFO' },
  bdist_egg: { what: 'egg', inside: /^EGG-INFO\/PKG-INFO$/, place: 'EGG-INFO/PKG-INFO' },
};

/**
 * Reads the metadata in a distribution's archive. Throws `HttpError` 400 for an invalid archive,
 * and if the metadata is for another project or version than the file name.
 */
export async function readDistribution(
  bytes: ArchiveBytes,
  file: string,
  parsed: FileName,
): Promise<Distribution> {
  const { what, inside, place } = kinds[parsed.kind];
  const take = ({ path }: { path: string }) =>
    inside.test(path) ? { maxBytes: maxMetadataBytes } : undefined;
  const read = file.endsWith('.tar.gz') ? readTar : readZip;
  const found = metadataIn(
    await read(bytes, { what: `${what} ${shown(file)}`, gzipped: true, take }),
    parsed,
  );
  if (!found) throw badArchive(`${what} ${shown(file)}`, `it contains no ${place}`);
  if ('several' in found)
    throw badArchive(`${what} ${shown(file)}`, `it contains both ${found.several.map(shown).join(' and ')}`);
  const metadata = parseCoreMetadata(textOf(found.content));
  const faults = (what: string, inFile: string, inName: string) =>
    new HttpError(
      400,
      'BAD_METADATA',
      `Invalid ${shown(file)}: its ${found.path.split('/').at(-1)} contains the ${what} ${shown(inFile)}, but the file name contains ${shown(inName)}`,
    );
  if (normalName(metadata.name) !== normalName(parsed.name)) throw faults('name', metadata.name, parsed.name);
  if (!isSameVersion(metadata.version, parsed.version))
    throw faults('version', metadata.version, parsed.version);
  return { metadata, raw: found.content };
}

type Found = { path: string; content: Buffer } | { several: string[] };

function metadataIn({ taken }: ArchiveContents, { kind }: FileName): Found | undefined {
  const paths = [...taken.keys()];
  const [path] = paths;
  if (path === undefined) return undefined;
  // Installers pick one of them, so the metadata shown could differ from the metadata installed.
  if (paths.length > 1 && kind !== 'bdist_egg') return { several: paths };
  return { path, content: taken.get(path) ?? Buffer.alloc(0) };
}

function textOf(content: Buffer): string {
  return new TextDecoder('utf-8').decode(content).replaceAll('\0', '');
}
