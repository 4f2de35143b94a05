import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { currentPlatform } from '../../../database/db.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { askUpstream } from '../upstream/upstream.ts';
import type { Finding, Installed } from './Finding.ts';

/** How long an upstream that answers no audit is not asked again, in milliseconds. */
const silence = 5 * 60_000;
/** How long an audit waits for one. */
const patience = 5_000;

export const createSilentUpstreams = () => new LRUCache<string, true>({ max: 1000, ttl: silence });
const silent = () => currentPlatform().formats.npm.silentUpstreams;

const answer = v.record(
  v.string(),
  v.array(
    v.object({
      id: v.number(),
      url: v.string(),
      title: v.string(),
      severity: v.string(),
      vulnerable_versions: v.string(),
      cwe: v.optional(v.array(v.string()), []),
      cvss: v.optional(
        v.object({
          score: v.optional(v.nullable(v.number()), 0),
          vectorString: v.optional(v.nullable(v.string()), null),
        }),
        {},
      ),
    }),
  ),
);

/** Whether it is not asked now: it has just not answered, or it is never asked. */
function isSilent(remote: Repository): boolean {
  return remote.options.offline === true || silent().has(remote.key);
}

/** The findings of the upstream; undefined when it wasn't queried, doesn't answer audits, or returned an invalid answer. */
export async function upstreamAdvisories(
  remote: Repository,
  installed: Installed,
): Promise<Map<string, Finding[]> | undefined> {
  if (installed.size === 0 || isSilent(remote)) return undefined;
  try {
    const asked = await askUpstream(remote, '-/npm/v1/security/advisories/bulk', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(Object.fromEntries(installed)),
      headersTimeout: patience,
      limit: 32 * 1024 * 1024,
      redirects: 'none',
    });
    if (asked.status === 200) {
      const { success, output } = v.safeParse(answer, JSON.parse((await asked.bytes()).toString()));
      if (success)
        return new Map(Object.entries(output).map(([name, advisories]) => [name, advisories.map(finding)]));
    } else asked.discard();
  } catch {
    // Down, slow or rubbish: what is held here is the answer, now and for a while.
  }
  silent().set(remote.key, true);
  return undefined;
}

function finding({ cvss, ...rest }: v.InferOutput<typeof answer>[string][number]): Finding {
  return { ...rest, cves: [], cvss: { score: cvss.score ?? 0, vectorString: cvss.vectorString ?? null } };
}
