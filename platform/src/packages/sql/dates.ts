import { HttpError } from '../../errors/HttpError.ts';

/**
 * Parses a date in ISO 8601 or in milliseconds since 1970. Returns `undefined` for invalid dates
 * and for years outside 1 to 9999, which the database does not support.
 */
export function readDate(value: string | number): Date | undefined {
  if (typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value)) return undefined;
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : undefined;
}

/** Parses a date of a query. Throws `HttpError` 400 with the field name if it is not ISO 8601. */
export function dateOf(field: string, value: string): string {
  const date = readDate(value);
  if (date) return date.toISOString();
  throw new HttpError(
    400,
    'BAD_DATE',
    `Invalid ${field} ${JSON.stringify(value.slice(0, 60))}. Expected an ISO 8601 date, such as 2024-05-01T12:00:00Z.`,
  );
}
