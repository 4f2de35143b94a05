import { HttpFailure } from '@lading/contract';

/** Returns the platform's error message, or `''` when there was no response with one. */
export function failureWords(cause: unknown): string {
  if (!(cause instanceof HttpFailure) || cause.status === 0) return '';
  return cause.message;
}
