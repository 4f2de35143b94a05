import type { BuildDetailFile, BuildDetails, BuildFile } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { allowsBuild } from '../access/builds.ts';
import type { Caller } from '../access/Caller.ts';
import { db } from '../database/db.ts';
import type { BuildRow } from './builds.ts';
import { promotionsOf } from './promotion/promotions.ts';
import { whereIs } from './whereIs.ts';

/**
 * Returns a run for its page. Reads the client's build-info defensively: fields can have any type.
 */
export async function buildDetails(caller: Caller, build: BuildRow): Promise<BuildDetails> {
  const { info } = build;
  const places = await whereIs(caller, build.id);
  const files = (
    given: BuildFile[] | null | undefined,
    nameOf: (file: BuildFile) => string,
  ): BuildDetailFile[] =>
    (given ?? []).map((file) => {
      const [sha1, sha256] = [text(file.sha1).toLowerCase(), text(file.sha256).toLowerCase()];
      const found = places.get(sha256) ?? places.get(sha1) ?? [];
      const scopes = Array.isArray(file.scopes) ? file.scopes : [];
      return { name: nameOf(file), type: text(file.type), sha1, sha256, scopes, found };
    });
  const url = text(info.url);
  return {
    ...{
      name: build.name,
      number: build.number,
      createdBy: build.createdBy,
      started: build.started.toISOString(),
    },
    ...{ agent: agentOf(info.agent), buildAgent: agentOf(info.buildAgent) },
    ...(/^https?:\/\//i.test(url) && URL.canParse(url) ? { url } : {}),
    ...(typeof info.durationMillis === 'number' && info.durationMillis > 0
      ? { duration: info.durationMillis }
      : {}),
    vcs: listOf(info.vcs).map((each) => ({
      ...{ url: text(each.url), revision: text(each.revision) },
      ...{ branch: text(each.branch), message: text(each.message) },
    })),
    modules: (info.modules ?? []).map(({ id, type, artifacts, dependencies }) => ({
      ...{ id: text(id), type: text(type) },
      artifacts: files(artifacts, ({ name }) => text(name)),
      dependencies: files(dependencies, (file) => text(file.id)),
    })),
    otherRuns: await otherRuns(build),
    promotions: await promotionsOf(build.id),
    mayPromote: await allowsBuild(caller, 'deploy', build.name),
  };
}

async function otherRuns({ id, name, number }: BuildRow): Promise<string[]> {
  const { rows } = await db().execute<{ started: string }>(sql`
    SELECT to_char(started AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started FROM builds
    WHERE name = ${name} AND number = ${number} AND id <> ${id} ORDER BY builds.started DESC LIMIT 100`);
  return rows.map(({ started }) => started);
}

/** Formats `{name: 'maven', version: '3.8.7'}` as `maven 3.8.7`. */
function agentOf(value: unknown): string {
  const [agent] = listOf(value);
  return [text(agent?.name), text(agent?.version)].filter((part) => part !== '').join(' ');
}

/** Clients send one object or a list. */
function listOf(value: unknown): Record<string, unknown>[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list
    .filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null)
    .slice(0, 100);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
