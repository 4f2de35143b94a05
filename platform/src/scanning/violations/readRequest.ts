import * as v from 'valibot';
import { type Severity, severities } from '../../advisories/severities.ts';
import { HttpError } from '../../errors/HttpError.ts';

const text = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1024),
  v.check((value) => !/\0|\p{Surrogate}/u.test(value), 'expected a string without NUL'),
);
const date = v.pipe(
  v.string(),
  v.check((value) => {
    const time = Date.parse(value);
    return time > Date.UTC(1000) && time < Date.UTC(3000);
  }, 'expected a date such as 2024-01-31T00:00:00Z'),
  v.transform((value) => new Date(value).toISOString()),
);
const severity = v.pipe(
  v.string(),
  v.transform((value) => value.toLowerCase()),
  v.picklist(severities),
);
const type = v.pipe(
  v.string(),
  v.transform((value) => value.toLowerCase()),
  v.picklist(['license', 'security']),
);
const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const request = v.object({
  filters: v.optional(
    v.strictObject({
      name_contains: v.optional(text),
      violation_type: v.optional(type),
      min_severity: v.optional(severity),
      package_id: v.optional(text),
      version: v.optional(text),
      license: v.optional(text),
      issue_id: v.optional(text),
      cve_id: v.optional(text),
      repository: v.optional(text),
      created_from: v.optional(date),
      created_until: v.optional(date),
    }),
    {},
  ),
  pagination: v.optional(
    v.strictObject({
      order_by: v.optional(v.picklist(['created', 'severity', 'name']), 'created'),
      direction: v.optional(v.picklist(['asc', 'desc']), 'desc'),
      limit: v.optional(whole(1, 100), 25),
      offset: v.optional(whole(1, 400), 1),
    }),
    {},
  ),
});

export interface Filters {
  name_contains?: string;
  violation_type?: string;
  min_severity?: Severity;
  package_id?: string;
  version?: string;
  license?: string;
  issue_id?: string;
  cve_id?: string;
  repository?: string;
  created_from?: string;
  created_until?: string;
}

interface Pagination {
  order_by: 'created' | 'severity' | 'name';
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** Throws `HttpError` 400 with the invalid field. */
export function readRequest(body: unknown): { filters: Filters; pagination: Pagination } {
  const parsed = v.safeParse(request, body ?? {});
  if (parsed.success) return parsed.output as { filters: Filters; pagination: Pagination };
  const [issue] = parsed.issues;
  throw new HttpError(
    400,
    'BAD_FILTER',
    `Invalid filter: '${v.getDotPath(issue) ?? 'the body'}': ${issue.message}`,
  );
}
