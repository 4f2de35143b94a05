import { sql } from 'drizzle-orm';
import { selectFiles } from '../../../files/files.ts';
import { type Origin, peopleOf, sourcePage, webPage } from '../../../packages/about/Origin.ts';
import type { OriginOf } from '../../../packages/about/origins.ts';
import { versionFolder } from '../layout.ts';
import { interpolation } from './interpolation.ts';
import { chainOf, readablePom } from './storedPoms.ts';

/** Reads the origin from the POM and its ancestors. */
export async function pomOrigin({ name, version, file }: OriginOf): Promise<Origin | undefined> {
  const folder = versionFolder(name, version);
  const [pomFile] = await selectFiles(sql`
    f.repo = ${file.repo} AND f.path > ${`${folder}/`} AND f.path < ${`${folder}0`} AND f.path LIKE '%.pom' ORDER BY f.modified DESC LIMIT 1`);
  const pom = pomFile && (await readablePom(pomFile));
  if (!pom) return undefined;
  const chain = await chainOf(file.repo, pom);
  const replace = interpolation(chain);
  const first = (field: 'url' | 'scm' | 'issues' | 'organization') =>
    replace(chain.find((each) => each.about[field])?.about[field] ?? '');
  const developers = chain.find(({ about }) => about.developers.length > 0)?.about.developers ?? [];
  return {
    authors: peopleOf(first('organization')),
    maintainers: peopleOf(developers.map(replace)),
    homepage: webPage(first('url')),
    source: sourcePage(first('scm')),
    issues: webPage(first('issues')),
  };
}
