import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Advisory } from '../../advisories/Advisory.ts';
import { clean } from '../../advisories/clean.ts';
import { bestRating } from '../../advisories/cvss.ts';
import { readerRevision } from '../../advisories/readerRevision.ts';
import { severityOf, vulnerabilityOf } from '../../advisories/severities.ts';

const text = (length: number) => v.pipe(v.string(), v.maxLength(length), v.transform(clean));
/** Truncates long texts. */
const long = (length: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => clean(value.slice(0, length))),
  );
const date = v.pipe(
  v.string(),
  v.check((value) => {
    const time = Date.parse(value);
    return time > Date.UTC(1970) && time < Date.UTC(3000);
  }, 'expected a date such as 2024-01-31T00:00:00Z'),
);
const list = <Entry extends v.GenericSchema>(entry: Entry, most: number) =>
  v.pipe(v.array(entry), v.maxLength(most));
/** Also accepts `null`, which some databases write for missing values. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
const orNone = <Entry extends v.GenericSchema>(entry: Entry, most: number) =>
  v.nullish(list(entry, most), []);
const event = v.object({
  introduced: maybe(text(256)),
  fixed: maybe(text(256)),
  last_affected: maybe(text(256)),
  limit: maybe(text(256)),
});
const ratings = orNone(v.object({ type: text(50), score: text(300) }), 50);

/** The fields of the format in use; others are ignored. */
const osv = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'expected an identifier such as GHSA-35jh-r3h4-6jhm'),
  ),
  modified: date,
  published: maybe(date),
  withdrawn: maybe(date),
  summary: maybe(long(2000)),
  details: maybe(long(65_536)),
  aliases: orNone(text(128), 200),
  severity: ratings,
  references: orNone(v.object({ type: text(50), url: text(2000) }), 2000),
  affected: orNone(
    v.object({
      package: maybe(v.object({ ecosystem: text(100), name: text(300) })),
      ranges: orNone(v.object({ type: text(50), events: orNone(event, 2000) }), 500),
      versions: orNone(text(256), 20_000),
      severity: ratings,
      database_specific: v.fallback(
        v.object({ last_known_affected_version_range: v.optional(v.unknown()) }),
        {},
      ),
    }),
    2000,
  ),
  database_specific: maybe(v.record(v.string(), v.unknown())),
});

/** Throws an `Error` with the name of the invalid field. */
export function readOsv(value: unknown): Advisory {
  const parsed = v.safeParse(osv, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? 'document';
    throw new Error(
      issue.received === 'undefined'
        ? `field '${field}' is missing`
        : `invalid field '${field}': ${issue.message}`,
    );
  }
  const {
    id,
    summary = '',
    details = '',
    aliases,
    modified,
    published,
    withdrawn,
    references,
    affected,
  } = parsed.output;
  const facts = parsed.output.database_specific ?? {};
  const rating = [...parsed.output.severity, ...affected.flatMap((each) => each.severity)];
  const rated = bestRating(rating);
  const advisory = references.find(({ type, url }) => type === 'ADVISORY' && /^https?:\/\//.test(url))?.url;
  return {
    id,
    title: summary || details.split('\n', 1)[0]?.slice(0, 200) || id,
    details,
    // Malicious packages have no rating and are always critical.
    severity: severityOf(facts.severity ?? (id.startsWith('MAL-') ? 'CRITICAL' : undefined), rated?.score),
    ...(rated ?? {}),
    url: advisory ?? `urn:osv:${id}`,
    aliases: [...new Set(aliases)],
    vulnerability: vulnerabilityOf(id, aliases),
    cwes: cwesOf(facts.cwe_ids),
    published: new Date(published ?? modified),
    modified: new Date(modified),
    packages: byPackage(affected),
    withdrawn: withdrawn !== undefined,
    hash: createHash('sha256')
      .update(`${readerRevision}`)
      .update(JSON.stringify(parsed.output))
      .digest('base64'),
  };
}

function cwesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 100).filter((each): each is string => /^CWE-\d{1,9}$/.test(String(each)));
}

type Range = Advisory['packages'][number]['affected'][number]['ranges'][number];
type Event = Range['events'][number];

/**
 * Reads GitHub's additional range end `<= 1.6.0`, for ranges without a fix. Without it, more
 * versions would be affected than in GitHub's own audits.
 */
function lastKnown(value: unknown): Event | undefined {
  const [, sign, version] = /^(<=?) ?(\S{1,256})$/.exec(typeof value === 'string' ? clean(value) : '') ?? [];
  if (version === undefined) return undefined;
  return sign === '<' ? { limit: version } : { last_affected: version };
}

function endingWith(range: Range, last: Event): Range {
  const ends = range.events.some(({ fixed, last_affected, limit }) => fixed ?? last_affected ?? limit);
  return ends || range.type === 'GIT' ? range : { ...range, events: [...range.events, last] };
}

/**
 * Removes the registry URL: a package of `Maven:https://maven.google.com` is the same package here.
 * Other suffixes, as in `Debian:12`, denote another ecosystem.
 */
function withoutAddress(ecosystem: string): string {
  return ecosystem.replace(/:https?:\/\/.*$/s, '');
}

function byPackage(given: v.InferOutput<typeof osv>['affected']): Advisory['packages'] {
  const packages = new Map<string, Advisory['packages'][number]>();
  for (const { package: of, ranges, versions, database_specific: facts } of given) {
    // Only commits of a repository: no package.
    if (!of || of.name === '') continue;
    const ecosystem = withoutAddress(of.ecosystem);
    const key = `${ecosystem}\n${of.name}`;
    const known = packages.get(key) ?? { ecosystem, name: of.name, affected: [] };
    packages.set(key, known);
    const last = lastKnown(facts?.last_known_affected_version_range);
    known.affected.push({ ranges: last ? ranges.map((range) => endingWith(range, last)) : ranges, versions });
  }
  return [...packages.values()];
}
