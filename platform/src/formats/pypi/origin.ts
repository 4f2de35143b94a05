import { fileNameOf } from '../../files/paths.ts';
import { type Origin, peopleOf, sourcePage, webPage } from '../../packages/about/Origin.ts';
import type { OriginOf } from '../../packages/about/origins.ts';
import { parseCoreMetadata } from './distribution/coreMetadata.ts';
import { normalName } from './names.ts';
import { rawMetadata } from './releaseFiles.ts';

/**
 * Reads the origin from METADATA or PKG-INFO. Labels of project URLs are free text; these are the
 * common ones.
 */
export async function pythonOrigin({ name, file }: OriginOf): Promise<Origin | undefined> {
  const raw = await rawMetadata(file.repo, normalName(name), fileNameOf(file.path));
  if (!raw) return undefined;
  const metadata = parseCoreMetadata(raw.toString());
  const { author, authorEmail, maintainer, maintainerEmail, homePage } = metadata;
  const pages = new Map(
    Object.entries(metadata.projectUrls).map(([label, url]) => [
      label.toLowerCase().replace(/[^a-z]/g, ''),
      url,
    ]),
  );
  const page = (...labels: string[]) => labels.map((label) => pages.get(label)).find(Boolean);
  return {
    authors: peopleOf(author ? split(author) : split(authorEmail)),
    maintainers: peopleOf(maintainer ? split(maintainer) : split(maintainerEmail)),
    homepage: webPage(page('homepage', 'home', 'website') ?? homePage),
    source: sourcePage(page('source', 'sourcecode', 'repository', 'github', 'code')),
    issues: webPage(page('issues', 'bugtracker', 'tracker', 'bugreports', 'issuetracker')),
  };
}

/** Splits a comma-separated list of people. */
function split(people = ''): string[] {
  return people.split(',').map((each) => each.trim());
}
