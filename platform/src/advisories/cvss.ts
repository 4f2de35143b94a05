import cvss from 'ae-cvss-calculator';
import { LRUCache } from 'lru-cache';

/** As OSV names them, the one that says most first. */
const kinds = ['CVSS_V4', 'CVSS_V3', 'CVSS_V2'];

/** The longest that holds every metric there is has half of it. */
const longest = 300;

/** Metrics with a slash between them: parted in one way alone, so that a text which is none is refused at once. */
const form = /^(?:CVSS:[34]\.\d\/)?[A-Z]{1,3}:[A-Z]{1,6}(?:\/[A-Z]{1,3}:[A-Z]{1,6})*\/?$/i;

/** The base score of a CVSS vector of any version, `CVSS:3.1/AV:N/…`; undefined for another text, or one that lacks a metric. */
export function baseScore(vector: string): number | undefined {
  if (vector.length > longest || !form.test(vector)) return undefined;
  const known = scores.get(vector);
  if (known) return known.base;
  const base = scoreOf(vector);
  scores.set(vector, { base });
  return base;
}

/** Few vectors are those of most advisories, and working one out takes as long as all else of reading an advisory. */
const scores = new LRUCache<string, { base: number | undefined }>({ max: 2000 });

function scoreOf(vector: string): number | undefined {
  try {
    const read = cvss.fromVector(vector);
    return read?.isBaseFullyDefined() ? read.calculateScores().base : undefined;
  } catch {
    // Metrics that no version has.
    return undefined;
  }
}

/** Of several ratings the one of the newest version that makes sense. */
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
