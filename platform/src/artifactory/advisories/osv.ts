import * as v from 'valibot';
import { baseScore } from './cvss.ts';

export type Severity = 'low' | 'moderate' | 'high' | 'critical';

/** One entry of OSV's `affected`, as far as it tells versions. */
export interface Affected {
  ranges: { type: string; events: { introduced?: string; fixed?: string; last_affected?: string }[] }[];
  versions: string[];
}

/** An advisory in our terms. */
export interface Advisory {
  id: string;
  title: string;
  details: string;
  severity: Severity;
  /** CVSS, 0 to 10. */
  score?: number;
  vector?: string;
  url: string;
  aliases: string[];
  cwes: string[];
  published: Date;
  modified: Date;
  packages: { ecosystem: string; name: string; affected: Affected[] }[];
  withdrawn: boolean;
}

const text = (length: number) => v.pipe(v.string(), v.maxLength(length));
const date = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'a date such as 2024-01-31T00:00:00Z'),
);
const event = v.object({
  introduced: v.optional(text(256)),
  fixed: v.optional(text(256)),
  last_affected: v.optional(text(256)),
});

/** What is read of the format; fields that are not here are passed over. */
const osv = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'an identifier such as GHSA-35jh-r3h4-6jhm'),
  ),
  modified: date,
  published: v.optional(date),
  withdrawn: v.optional(date),
  summary: v.optional(text(2000), ''),
  details: v.optional(text(200_000), ''),
  aliases: v.optional(v.array(text(128)), []),
  severity: v.optional(v.array(v.object({ type: text(50), score: text(300) })), []),
  references: v.optional(v.array(v.object({ type: text(50), url: text(2000) })), []),
  affected: v.optional(
    v.array(
      v.object({
        package: v.object({ ecosystem: text(100), name: text(300) }),
        ranges: v.optional(v.array(v.object({ type: text(50), events: v.array(event) })), []),
        versions: v.optional(v.array(text(256)), []),
      }),
    ),
    [],
  ),
  database_specific: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** Throws an `Error` that names the field which does not hold. */
export function readOsv(value: unknown): Advisory {
  const parsed = v.safeParse(osv, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new Error(`field '${v.getDotPath(issue) ?? 'document'}' does not hold: ${issue.message}`);
  }
  const { id, summary, details, aliases, modified, published, withdrawn, references, database_specific } =
    parsed.output;
  const vector = parsed.output.severity.find(({ type }) => type === 'CVSS_V3')?.score;
  const score = vector === undefined ? undefined : baseScore(vector);
  const advisory = references.find(({ type, url }) => type === 'ADVISORY' && /^https?:/.test(url))?.url;
  return {
    id,
    title: summary || details.split('\n', 1)[0]?.slice(0, 200) || id,
    details,
    severity: severityOf(database_specific.severity, score),
    ...(score === undefined ? {} : { score }),
    ...(vector === undefined ? {} : { vector }),
    url: advisory ?? `urn:osv:${id}`,
    aliases,
    cwes: cwesOf(database_specific.cwe_ids),
    published: new Date(published ?? modified),
    modified: new Date(modified),
    packages: byPackage(parsed.output.affected),
    withdrawn: withdrawn !== undefined,
  };
}

function severityOf(named: unknown, score: number | undefined): Severity {
  const known = {
    LOW: 'low',
    MODERATE: 'moderate',
    MEDIUM: 'moderate',
    HIGH: 'high',
    CRITICAL: 'critical',
  } as const;
  const upper = String(named).toUpperCase();
  if (upper in known) return known[upper as keyof typeof known];
  if (score === undefined) return 'moderate';
  return score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'moderate' : 'low';
}

function cwesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => /^CWE-\d+$/.test(String(each))) : [];
}

function byPackage(given: v.InferOutput<typeof osv>['affected']): Advisory['packages'] {
  const packages = new Map<string, Advisory['packages'][number]>();
  for (const { package: of, ranges, versions } of given) {
    const key = `${of.ecosystem}\n${of.name}`;
    const known = packages.get(key) ?? { ...of, affected: [] };
    packages.set(key, known);
    known.affected.push({ ranges: ranges as Affected['ranges'], versions });
  }
  return [...packages.values()];
}
