import { HttpError } from '../../http/errors.ts';

/** For a query: throws `HttpError` 400 naming the field when it is no date of ISO 8601. */
export function dateOf(field: string, value: string): string {
  const date = /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value) : undefined;
  if (!date || Number.isNaN(date.getTime())) {
    throw new HttpError(
      400,
      'BAD_DATE',
      `${field} ${JSON.stringify(value.slice(0, 60))} is no date: ISO 8601 is expected, such as 2024-05-01T12:00:00Z`,
    );
  }
  return date.toISOString();
}
