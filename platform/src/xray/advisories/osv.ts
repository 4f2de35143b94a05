import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Advisory } from './Advisory.ts';
import { bestRating } from './cvss.ts';
import { severityOf, vulnerabilityOf } from './severities.ts';

/** As the database can hold it. */
const clean = (value: string) => value.replace(/\0|\p{Surrogate}/gu, '');
const text = (length: number) => v.pipe(v.string(), v.maxLength(length), v.transform(clean));
/** Cut where it is longer: nobody needs the rest to know what to do. */
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
  }, 'a date such as 2024-01-31T00:00:00Z'),
);
const list = <Entry extends v.GenericSchema>(entry: Entry, most: number) =>
  v.pipe(v.array(entry), v.maxLength(most));
const event = v.object({
  introduced: v.optional(text(256)),
  fixed: v.optional(text(256)),
  last_affected: v.optional(text(256)),
  limit: v.optional(text(256)),
});
const ratings = v.optional(list(v.object({ type: text(50), score: text(300) }), 50), []);

/** What is read of the format; fields that are not here are passed over. */
const osv = v.object({
  id: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/, 'an identifier such as GHSA-35jh-r3h4-6jhm'),
  ),
  modified: date,
  published: v.optional(date),
  withdrawn: v.optional(date),
  summary: v.optional(long(2000), ''),
  details: v.optional(long(65_536), ''),
  aliases: v.optional(list(text(128), 200), []),
  severity: ratings,
  references: v.optional(list(v.object({ type: text(50), url: text(2000) }), 2000), []),
  affected: v.optional(
    list(
      v.object({
        package: v.optional(v.object({ ecosystem: text(100), name: text(300) })),
        ranges: v.optional(
          list(v.object({ type: text(50), events: v.optional(list(event, 2000), []) }), 500),
          [],
        ),
        versions: v.optional(list(text(256), 20_000), []),
        severity: ratings,
      }),
      2000,
    ),
    [],
  ),
  database_specific: v.optional(v.nullable(v.record(v.string(), v.unknown())), {}),
});

/** Throws an `Error` that names the field which does not hold. */
export function readOsv(value: unknown): Advisory {
  const parsed = v.safeParse(osv, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue) ?? 'document';
    throw new Error(
      issue.received === 'undefined'
        ? `field '${field}' is missing`
        : `field '${field}' does not hold: ${issue.message}`,
    );
  }
  const { id, summary, details, aliases, modified, published, withdrawn, references, affected } =
    parsed.output;
  const facts = parsed.output.database_specific ?? {};
  const rating = [...parsed.output.severity, ...affected.flatMap((each) => each.severity)];
  const rated = bestRating(rating);
  const advisory = references.find(({ type, url }) => type === 'ADVISORY' && /^https?:\/\//.test(url))?.url;
  return {
    id,
    title: summary || details.split('\n', 1)[0]?.slice(0, 200) || id,
    details,
    severity: severityOf(facts.severity, rated?.score),
    ...(rated ?? {}),
    url: advisory ?? `urn:osv:${id}`,
    aliases: [...new Set(aliases)],
    vulnerability: vulnerabilityOf(id, aliases),
    cwes: cwesOf(facts.cwe_ids),
    published: new Date(published ?? modified),
    modified: new Date(modified),
    packages: byPackage(affected),
    withdrawn: withdrawn !== undefined,
    hash: createHash('sha256').update('1').update(JSON.stringify(parsed.output)).digest('base64'),
  };
}

function cwesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 100).filter((each): each is string => /^CWE-\d{1,9}$/.test(String(each)));
}

function byPackage(given: v.InferOutput<typeof osv>['affected']): Advisory['packages'] {
  const packages = new Map<string, Advisory['packages'][number]>();
  for (const { package: of, ranges, versions } of given) {
    // A repository's commits alone: nothing that is held here.
    if (!of || of.name === '') continue;
    const key = `${of.ecosystem}\n${of.name}`;
    const known = packages.get(key) ?? { ...of, affected: [] };
    packages.set(key, known);
    known.affected.push({ ranges, versions });
  }
  return [...packages.values()];
}
