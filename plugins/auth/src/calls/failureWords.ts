import { HttpFailure } from '@lading/contract';

/** What the platform says of a failure, in its own words; `''`: it gave none. */
export function failureWords(cause: unknown): string {
  if (!(cause instanceof HttpFailure) || cause.status === 0) return '';
  return cause.message;
}
