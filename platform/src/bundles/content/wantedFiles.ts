import { sql } from 'drizzle-orm';
import { authorizeBundle } from '../../access/bundles.ts';
import type { Caller } from '../../access/Caller.ts';
import { authorize } from '../../access/gateway.ts';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { checkPath } from '../../files/paths.ts';
import { parseAql } from '../../search/aql/parseAql.ts';
import { runAql } from '../../search/aql/runAql.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { WantedFile } from './BundleContent.ts';
import { requireVersion } from './bundleRows.ts';
import { filesOfBuild } from './filesOfBuild.ts';
import type { Source } from './readSources.ts';
import { verifiedContent } from './verified.ts';

/** Maximum files of a bundle version. */
const maxFiles = 20_000;
/** Maximum results of an AQL query. */
const maxFound = 10_000;

/** Returns the unique files of the sources. Throws `HttpError` 400, 404, or 409. */
export async function wantedFiles(
  caller: Caller,
  seal: Seal,
  sources: readonly Source[],
): Promise<WantedFile[]> {
  const wanted = new Map<string, WantedFile>();
  for (const source of sources) {
    for (const file of await filesOf(caller, seal, source)) {
      const key = `${file.repo}/${file.path}`;
      const known = wanted.get(key);
      if (known?.sha256 !== undefined && file.sha256 !== undefined && known.sha256 !== file.sha256)
        throw new HttpError(409, 'ARTIFACT_CHANGED', `Two sources name ${key} with different content`);
      wanted.set(key, { ...known, ...file });
    }
  }
  if (wanted.size === 0)
    throw new HttpError(
      400,
      'BAD_RELEASE_BUNDLE',
      'Invalid release bundle. Its sources contain no artifacts',
    );
  if (wanted.size > maxFiles) {
    throw new HttpError(
      400,
      'TOO_MANY',
      `A release bundle can contain up to ${maxFiles} artifacts, and these sources contain ${wanted.size}`,
    );
  }
  return [...wanted.values()];
}

async function filesOf(caller: Caller, seal: Seal, source: Source): Promise<WantedFile[]> {
  switch (source.type) {
    case 'artifacts':
      return source.artifacts.map(({ path, sha256 }) => ({
        ...placeOf(path),
        ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
      }));
    case 'aql':
      return filesOfQuery(caller, source.query);
    case 'packages':
      return (await Promise.all(source.packages.map((each) => filesOfPackage(caller, each)))).flat();
    case 'builds': {
      const files: WantedFile[] = [];
      for (const build of source.builds) files.push(...(await filesOfBuild(caller, build)));
      return files;
    }
    case 'release_bundles': {
      const files: WantedFile[] = [];
      for (const { release_bundle_name: name, release_bundle_version: version } of source.bundles) {
        await authorizeBundle(caller, 'read', name);
        const { content } = await verifiedContent(seal, await requireVersion(name, version));
        files.push(...content.artifacts.map(({ repo, path, sha256 }) => ({ repo, path, sha256 })));
      }
      return files;
    }
  }
}

function placeOf(given: string): { repo: string; path: string } {
  const [repo = '', ...segments] = given.replace(/^\//, '').split('/');
  if (segments.length > 0) return { repo, path: checkPath(segments.join('/')) };
  throw new HttpError(
    400,
    'BAD_RELEASE_BUNDLE',
    `Invalid artifact path "${given.slice(0, 200)}". Expected a repository key and a path, such as libs-local/org/app.jar`,
  );
}

async function filesOfQuery(caller: Caller, text: string): Promise<WantedFile[]> {
  const query = parseAql(text);
  if (query.domain !== 'items')
    throw new HttpError(
      400,
      'BAD_RELEASE_BUNDLE',
      'Invalid AQL source. Expected a query for items: items.find({…})',
    );
  const include = ['repo', 'path', 'name'];
  const { results } = await runAql(caller, { ...query, include });
  if (results.length >= maxFound && query.limit === undefined) {
    throw new HttpError(
      400,
      'TOO_MANY',
      `An AQL source can return up to ${maxFound} items, and this one returns more. Narrow the query, or use several sources`,
    );
  }
  return (results as { repo: string; path: string; name: string }[]).map(({ repo, path, name }) => ({
    repo,
    path: path === '.' ? name : `${path}/${name}`,
  }));
}

interface WantedPackage {
  package_name: string;
  package_version: string;
  package_type: string;
  repository_key: string;
}

async function filesOfPackage(caller: Caller, wanted: WantedPackage): Promise<WantedFile[]> {
  const { package_name: name, package_version: version, package_type: type, repository_key: repo } = wanted;
  await authorize(caller, 'read', { repo });
  const { rows } = await db().execute<{ repo: string; path: string }>(sql`
    SELECT f.repo, f.path FROM packages k JOIN versions v ON v.package_id = k.id
    JOIN version_files vf ON vf.version_id = v.id JOIN files f ON f.id = vf.file_id
    WHERE k.type = ${type} AND k.name = ${name} AND v.name = ${version} AND v.repo = ${repo} ORDER BY f.path`);
  if (rows.length > 0) return rows;
  throw new HttpError(
    404,
    'ARTIFACT_NOT_FOUND',
    `Package ${type}://${name} ${version} not found in ${repo}. Check the type, the name, and the repository`,
  );
}
