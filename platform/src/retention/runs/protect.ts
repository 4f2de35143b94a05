import type { CleanupSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { buildOfBlobs } from '../../builds/buildOfBlobs.ts';
import { db } from '../../database/db.ts';
import { isAnyInUse, useOf } from '../../files/filesInUse.ts';
import { Glob } from '../../globs/Glob.ts';
import type { Format } from '../../pipeline/Format.ts';
import type { Candidate, Selected } from './Candidate.ts';

/**
 * Adds a reason to candidates that must be kept: a release bundle contains one of their files, a
 * build refers to it, or a tag of the policy does. Keeps the order.
 */
export async function protect(
  repo: string,
  format: Format,
  candidates: readonly Candidate[],
  { keepBuilds, keepTags = [] }: Pick<CleanupSettings, 'keepBuilds' | 'keepTags'>,
): Promise<Selected[]> {
  const builds = keepBuilds ? await buildOfBlobs(candidates.flatMap((each) => own(format, each))) : new Map();
  const tags = await tagsOf(repo, format, candidates, keepTags);
  const uses = await usesOf(repo, candidates);
  return candidates.map((candidate) => {
    const reason = uses.get(candidate) ?? tags.get(candidate) ?? buildReason(format, candidate, builds);
    return reason === undefined ? candidate : { ...candidate, reason };
  });
}

/** Returns why candidates are in use. Few are: halves of a batch are checked until one is left. */
async function usesOf(repo: string, candidates: readonly Candidate[]): Promise<Map<Candidate, string>> {
  const paths = candidates.flatMap(({ files }) => files.map(({ path }) => path));
  if (!(await isAnyInUse(repo, paths))) return new Map();
  const [first] = candidates;
  if (first && candidates.length === 1) {
    const use = await useOfAny(repo, first);
    return new Map(use === undefined ? [] : [[first, use]]);
  }
  const middle = Math.ceil(candidates.length / 2);
  const halves = [candidates.slice(0, middle), candidates.slice(middle)];
  const found: [Candidate, string][] = [];
  for (const half of halves) found.push(...(await usesOf(repo, half)));
  return new Map(found);
}

async function useOfAny(repo: string, { files }: Candidate): Promise<string | undefined> {
  for (const { path } of files) {
    const use = await useOf(repo, path);
    if (use !== undefined) return use;
  }
  return undefined;
}

/**
 * Returns the files that belong only to this candidate: images share layers, and a build of one
 * image does not protect others.
 */
function own({ branches }: Format, { files, path }: Candidate): string[] {
  return files.filter((file) => !branches || file.path === path).map(({ sha256 }) => sha256);
}

function buildReason(
  format: Format,
  candidate: Candidate,
  builds: ReadonlyMap<string, string>,
): string | undefined {
  for (const sha256 of own(format, candidate)) {
    const build = builds.get(sha256);
    if (build !== undefined) return `Build ${build} refers to it`;
  }
  return undefined;
}

/** Returns why candidates are kept by one of the tag patterns. */
async function tagsOf(
  repo: string,
  format: Format,
  candidates: readonly Candidate[],
  patterns: readonly string[],
): Promise<Map<Candidate, string>> {
  const globs = patterns.map((pattern) => Glob.ofName(pattern));
  if (globs.length === 0) return new Map();
  const matches = (tag: string) => globs.some((glob) => glob.matches(tag));
  const tags = format.tags ? new Map<string, string[]>() : await movableTags(repo, format, candidates);
  return new Map(
    candidates.flatMap((candidate) => {
      const { packageName, packageVersion = '' } = candidate;
      if (packageName === undefined) return [];
      const own = format.tags ? [packageVersion] : (tags.get(`${packageName}\n${packageVersion}`) ?? []);
      const tag = own.find(matches);
      return tag === undefined ? [] : [[candidate, `The tag ${tag} refers to it`] as const];
    }),
  );
}

/** Returns tags such as npm's dist-tags, by package and version. */
async function movableTags(
  repo: string,
  { type, packagesType = type }: Format,
  candidates: readonly Candidate[],
): Promise<Map<string, string[]>> {
  const names = [...new Set(candidates.flatMap(({ packageName }) => packageName ?? []))];
  const { rows } = await db().execute<{ name: string; version: string; tags: string[] }>(sql`
    SELECT p.name, t.version, array_agg(t.tag) AS tags FROM packages p
    JOIN package_tags t ON t.package_id = p.id AND t.repo = ${repo}
    WHERE p.type = ${packagesType} AND p.name = ANY(${sql.param(names)}::text[]) GROUP BY p.name, t.version`);
  return new Map(rows.map(({ name, version, tags }) => [`${name}\n${version}`, tags]));
}
