import { sql } from 'drizzle-orm';
import { allowsBuild } from '../../access/builds.ts';
import type { Caller } from '../../access/Caller.ts';
import { db } from '../../database/db.ts';
import { viewOf } from '../../packages/sql/readable.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { type AqlObject, type AqlValue, allOf } from './AqlReader.ts';
import type { ReadableBuilds, StandsFor } from './domains.ts';
import { findBuilds } from './findBuilds.ts';
import { findEntries } from './findEntries.ts';
import { findItems } from './findItems.ts';
import { findProperties } from './findProperties.ts';
import type { AqlQuery } from './parseAql.ts';
import { limitOf, maxAnswered } from './readRows.ts';

export interface AqlAnswer {
  results: object[];
  range: { start_pos: number; end_pos: number; total: number; limit?: number };
}

/**
 * Runs a query within the caller's permissions. Throws `HttpError` 400, or 401 for anonymous users
 * without permissions.
 */
export async function runAql(caller: Caller, query: AqlQuery): Promise<AqlAnswer> {
  const results = await find(caller, query);
  return {
    results,
    range: {
      start_pos: query.offset,
      end_pos: query.offset + results.length,
      total: results.length,
      ...(query.limit === undefined && results.length < maxAnswered ? {} : { limit: limitOf(query) }),
    },
  };
}

async function find(caller: Caller, query: AqlQuery): Promise<object[]> {
  const view = await viewOf(caller);
  switch (query.domain) {
    case 'builds':
      return findBuilds(query, await readableBuilds(caller));
    case 'properties':
      return findProperties(view, query);
    case 'archive.entries':
      return findEntries(view, query);
    case 'items':
      return findItems(
        view,
        query,
        speaksOfBuilds(query.criteria) || query.include.some((name) => name.includes('.build'))
          ? await readableBuilds(caller)
          : [],
        await repositoriesByKey(),
      );
  }
}

function speaksOfBuilds(value: AqlValue): boolean {
  if (Array.isArray(value)) return value.some(speaksOfBuilds);
  return (
    isObject(value) &&
    allOf(value).some((each) =>
      [...each].some(([key, inner]) => key.includes('.build.') || speaksOfBuilds(inner)),
    )
  );
}

/** Also accepts the cache keys of other platforms for remote repositories: `far-cache`. */
async function repositoriesByKey(): Promise<StandsFor> {
  const all = new Map((await listRepositories()).map((repository) => [repository.key, repository]));
  return (key) => {
    const found = all.get(key);
    if (found) return found.type === 'virtual' ? (found.members ?? []) : undefined;
    const remote = key.endsWith('-cache') ? all.get(key.slice(0, -'-cache'.length)) : undefined;
    return remote?.type === 'remote' ? [remote.key] : undefined;
  };
}

const isObject = (value: AqlValue): value is AqlObject => value instanceof Map;

async function readableBuilds(caller: Caller): Promise<ReadableBuilds> {
  if (caller.kind === 'user' && caller.admin && (await allowsBuild(caller, 'read', ''))) return 'all';
  const { rows } = await db().execute<{ name: string }>(sql`SELECT DISTINCT name FROM builds`);
  const names: string[] = [];
  for (const { name } of rows) if (await allowsBuild(caller, 'read', name)) names.push(name);
  return names;
}
