import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { type Origin, peopleOf, sourcePage, webPage } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';
import { childOf, readXml, textOf } from '../../xml/readXml.ts';
import { nuspecOf } from './package/readPackage.ts';

/** Reads the origin from the package's nuspec. */
export async function nugetOrigin({ file }: OriginOf): Promise<Origin> {
  const text = (await nuspecOf(bytesOfBlob(file))).toString();
  const root = readXml(text, 'nuspec', { size: 1024 * 1024, elements: 20_000, depth: 20 });
  const metadata = childOf(root, 'metadata');
  const people = (field: string) => peopleOf((textOf(metadata, field) ?? '').split(/[,;]/));
  return {
    authors: people('authors'),
    maintainers: people('owners'),
    homepage: webPage(textOf(metadata, 'projectUrl')),
    source: sourcePage(childOf(metadata, 'repository')?.attributes.url),
  };
}
