import cvss from 'ae-cvss-calculator';
import { LRUCache } from 'lru-cache';

/** OSV's rating types, preferred first. */
const kinds = ['CVSS_V4', 'CVSS_V3', 'CVSS_V2'];

/** Maximum characters, twice the length of a vector with all metrics. */
const longest = 300;

/** Slash-separated metrics. Unambiguous, so that other texts are rejected without backtracking. */
const form = /^(?:CVSS:[34]\.\d\/)?[A-Z]{1,3}:[A-Z]{1,6}(?:\/[A-Z]{1,3}:[A-Z]{1,6})*\/?$/i;

/**
 * Returns the base score of a CVSS vector of any version, `CVSS:3.1/AV:N/…`; undefined for other
 * texts and incomplete vectors.
 */
export function baseScore(vector: string): number | undefined {
  if (vector.length > longest || !form.test(vector)) return undefined;
  const known = scores.get(vector);
  if (known) return known.base;
  const base = scoreOf(vector);
  scores.set(vector, { base });
  return base;
}

/**
 * Few vectors cover most advisories, and computing a score takes as long as parsing the rest of an
 * advisory.
 */
const scores = new LRUCache<string, { base: number | undefined }>({ max: 2000 });

function scoreOf(vector: string): number | undefined {
  try {
    const read = cvss.fromVector(vector);
    return read?.isBaseFullyDefined() ? read.calculateScores().base : undefined;
  } catch {
    // Metrics that exist in no version.
    return undefined;
  }
}

/** Returns the valid rating of the newest CVSS version. */
export function bestRating(
  ratings: readonly { type: string; score: string }[],
): { vector: string; score: number } | undefined {
  for (const kind of kinds) {
    for (const { type, score: vector } of ratings) {
      const score = type === kind ? baseScore(vector) : undefined;
      if (score !== undefined) return { vector, score };
    }
  }
  return undefined;
}
