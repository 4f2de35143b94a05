import { parse } from 'smol-toml';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { readTar } from '../../archives/readTar.ts';
import { type Origin, peopleOf, sourcePage, webPage } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';

const maxManifestBytes = 1024 * 1024;

/** Reads the origin from the crate's Cargo.toml. */
export async function crateOrigin({ name, version, file }: OriginOf): Promise<Origin | undefined> {
  const path = `${name}-${version}/Cargo.toml`;
  const { taken } = await readTar(bytesOfBlob(file), {
    what: 'crate',
    gzipped: true,
    take: (entry) => (entry.path === path ? { maxBytes: maxManifestBytes } : undefined),
  });
  const of = packageTable(taken.get(path)?.toString() ?? '');
  return {
    authors: peopleOf(of.authors),
    homepage: webPage(of.homepage),
    source: sourcePage(of.repository),
  };
}

function packageTable(text: string): Record<string, unknown> {
  try {
    const manifest = parse(text, { maxDepth: 100 });
    return (manifest.package ?? manifest.project ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
