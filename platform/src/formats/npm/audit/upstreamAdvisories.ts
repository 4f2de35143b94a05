import { LRUCache } from 'lru-cache';
import * as v from 'valibot';
import { currentPlatform } from '../../../database/db.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { askUpstream } from '../upstream/upstream.ts';
import type { Finding, Installed } from './Finding.ts';

/** Time in milliseconds until an upstream that does not support audits is queried again. */
const retryAfterMs = 5 * 60_000;
/** Timeout of an audit query to one upstream in milliseconds. */
const timeoutMs = 5_000;

export const createSilentUpstreams = () => new LRUCache<string, true>({ max: 1000, ttl: retryAfterMs });
const silentUpstreams = () => currentPlatform().formats.npm.silentUpstreams;

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

/**
 * Whether the upstream is not queried now: it has recently failed to respond, or the repository is
 * offline.
 */
function isSilent(remote: Repository): boolean {
  return remote.options.offline === true || silentUpstreams().has(remote.key);
}

/**
 * The findings of the upstream; undefined if it was not queried, does not support audits, or
 * returned an invalid response.
 */
export async function upstreamAdvisories(
  remote: Repository,
  installed: Installed,
): Promise<Map<string, Finding[]> | undefined> {
  if (installed.size === 0 || isSilent(remote)) return undefined;
  try {
    const response = await askUpstream(remote, '-/npm/v1/security/advisories/bulk', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(Object.fromEntries(installed)),
      headersTimeout: timeoutMs,
      limit: 32 * 1024 * 1024,
      redirects: 'none',
    });
    if (response.status === 200) {
      const { success, output } = v.safeParse(answer, JSON.parse((await response.bytes()).toString()));
      if (success)
        return new Map(Object.entries(output).map(([name, advisories]) => [name, advisories.map(finding)]));
    } else response.discard();
  } catch {
    // The upstream is down, slow, or returned an invalid response. Only local advisories are used,
    // for some time.
  }
  silentUpstreams().set(remote.key, true);
  return undefined;
}

function finding({ cvss, ...rest }: v.InferOutput<typeof answer>[string][number]): Finding {
  return { ...rest, cves: [], cvss: { score: cvss.score ?? 0, vectorString: cvss.vectorString ?? null } };
}
