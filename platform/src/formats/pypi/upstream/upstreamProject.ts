import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { currentPlatform, db } from '../../../database/db.ts';
import type { FileRow } from '../../../files/files.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import { CountedCache } from '../../../platform/CountedCache.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import { readPage, type UpstreamPage } from './readPage.ts';

/** Maximum size of a page in bytes. The page of a project with 10,000 files has a few million. */
const maxPageBytes = 64 * 1024 * 1024;
const accept =
  'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1';

/** Parsed pages by content and URL, because parsing a long page takes longer than fetching it. */
export const createProjectPages = () => new CountedCache<UpstreamPage>({ maxSize: 32 * 1024 * 1024 });
const pageCache = () => currentPlatform().formats.projectPages;

/**
 * The upstream's page of the project, refreshed or cached; undefined if the upstream does not know
 * the name. Throws `UpstreamError` if the upstream fails and no page is cached.
 */
export async function upstreamProject(
  repository: Repository,
  name: string,
): Promise<UpstreamPage | undefined> {
  for (const { url, path } of placesOf(repository, name)) {
    const found = await remoteFile(repository, path, {
      url,
      aside: true,
      headers: { accept },
      limit: maxPageBytes,
      inspect: async ({ sha256, size }, from) => {
        await page(sha256, size, from);
        return (file) => savePageUrl(file, from);
      },
    });
    if (!found) continue;
    if ('passing' in found) found.passing?.destroy();
    const file = 'stored' in found ? await found.stored : found;
    return page(file.sha256, file.size, await addressOf(file, url));
  }
  return undefined;
}

/** URL of the list of all projects, which is the parent of the project pages. */
export function rootAddress(repository: Repository): URL {
  const [{ url } = { url: new URL('http://invalid.invalid') }] = placesOf(repository, 'any');
  return new URL('../', url);
}

/**
 * Candidate URLs of a page: directly below a configured URL that ends with `simple`; otherwise
 * below `simple` first.
 */
function placesOf(repository: Repository, name: string): { url: URL; path: string }[] {
  const { url = '' } = repository;
  if (!URL.canParse(url)) throw upstreamNonsense(repository, 'no response: no URL is configured');
  const at = (folder: string) => {
    const address = new URL(url);
    address.pathname = `${address.pathname.replace(/\/+$/, '')}${folder}/${encodeURIComponent(name)}/`;
    return address;
  };
  const direct = { url: at(''), path: `.pypi/${name}` };
  if (/simple\/*$/.test(new URL(url).pathname)) return [direct];
  return [{ url: at('/simple'), path: `.pypi/simple/${name}` }, direct];
}

async function page(sha256: string, size: number, base: string): Promise<UpstreamPage> {
  const pages = pageCache();
  const key = `${sha256} ${base}`;
  const known = pages.get(key);
  if (known) return known;
  const fresh = readPage(await text(await blobs().open(sha256)), base);
  pages.set(key, fresh, { size: size * 2 + 1000 });
  return fresh;
}

async function savePageUrl({ repo, path }: FileRow, url: string): Promise<void> {
  await db().execute(sql`
    INSERT INTO pypi_upstream_pages (repo, path, url) VALUES (${repo}, ${path}, ${url})
    ON CONFLICT (repo, path) DO UPDATE SET url = excluded.url`);
}

async function addressOf({ repo, path }: FileRow, asked: URL): Promise<string> {
  const { rows } = await db().execute<{ url: string }>(sql`
    SELECT url FROM pypi_upstream_pages WHERE repo = ${repo} AND path = ${path}`);
  return rows[0]?.url ?? asked.href;
}
