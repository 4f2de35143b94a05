import type { PatternMatches, PatternQuery } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { Caller } from '../access/Caller.ts';
import { anyRepository, broadTargets, classOfTarget } from '../access/grants/PermissionIndex.ts';
import { covers } from '../access/permissions/permissions.ts';
import { listBuildNames } from '../builds/builds.ts';
import { bundleNames } from '../bundles/listing/pages.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { inReach } from '../files/tree/reach.ts';
import { withLongTimeout } from '../files/tree/subtree.ts';
import { checkGlobs } from '../globs/Glob.ts';
import type { Repository } from '../repositories/Repository.ts';
import { listRepositories, membersOf, requireRepository } from '../repositories/repositories.ts';

const maxExamples = 10;
/** Files that are compared with the patterns, so that the answer is quick. */
const maxExaminedFiles = 100_000;

/**
 * Returns what patterns of a permission match now. Throws `HttpError` 400 for invalid patterns and
 * 404.
 */
export async function patternMatches(caller: Caller, query: PatternQuery): Promise<PatternMatches> {
  const { resource, repository, include_patterns: include, exclude_patterns: exclude } = query;
  checkGlobs('The permission', [...include, ...exclude]);
  if (resource === 'artifact') {
    if (repository === undefined)
      throw new HttpError(400, 'BAD_REQUEST', 'Enter the key of a repository for the resource artifact');
    return matchingFiles(repository, include, exclude);
  }
  const names = resource === 'build' ? await buildNames() : await namesOfBundles(caller);
  const target = { include_patterns: include, exclude_patterns: exclude };
  // As for decisions: clients write `name/**` for all numbers of a build or versions of a bundle.
  const matching = names.filter((name) => covers(target, name) || covers(target, `${name}/`));
  const examples = matching.slice(0, maxExamples);
  return { count: matching.length, total: names.length, complete: true, examples };
}

async function matchingFiles(
  key: string,
  include: readonly string[],
  exclude: readonly string[],
): Promise<PatternMatches> {
  const isAny = key === anyRepository;
  const repos = isAny ? [] : (await repositoriesOf(key)).map((repository) => repository.key);
  const within = isAny ? sql`true` : sql`f.repo = ANY(${sql.param(repos)}::text[])`;
  // Repositories can have files of the same path.
  const shown = broadTargets.includes(key) ? sql`f.repo || '/' || f.path` : sql`f.path`;
  const { rows } = await withLongTimeout(() =>
    db().execute<{ path: string | null; count: number; total: number }>(sql`
      WITH examined AS MATERIALIZED (
        SELECT f.repo, f.path FROM files f WHERE ${within} LIMIT ${maxExaminedFiles}
      ), matching AS MATERIALIZED (
        SELECT DISTINCT ${shown} AS path FROM examined f WHERE ${inReach([{ include, exclude }])}
      )
      SELECT m.path, (SELECT count(*) FROM matching)::integer AS count, (SELECT count(*) FROM examined)::integer AS total
      FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT path FROM matching ORDER BY path LIMIT ${maxExamples}) m ON true`),
  );
  const [{ count = 0, total = 0 } = {}] = rows;
  const examples = rows.flatMap(({ path }) => path ?? []);
  return { count, total, complete: total < maxExaminedFiles, examples };
}

/** Returns the repositories with own content that the target is for. Throws `HttpError` 404. */
async function repositoriesOf(target: string): Promise<Repository[]> {
  if (!broadTargets.includes(target)) return membersOf(await requireRepository(target));
  const type = classOfTarget(target);
  return (await listRepositories()).filter((repository) => repository.type === type);
}

async function buildNames(): Promise<string[]> {
  return (await listBuildNames()).map(({ name }) => name);
}

async function namesOfBundles(caller: Caller): Promise<string[]> {
  const { release_bundles: bundles } = await bundleNames(caller);
  return bundles.map(({ release_bundle_name: name }) => name);
}
