import { HttpFailure } from '@lading/contract';

/** Returns why a call failed, as reported by the platform. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns whether the profile was locked in the meantime, so that the password is required again.
 */
export function wantsPassword(error: unknown): boolean {
  return error instanceof HttpFailure && error.code === 'REAUTHENTICATION_REQUIRED';
}
