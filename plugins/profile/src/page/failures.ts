import { HttpFailure } from '@lading/contract';

/** Why a call failed, in the platform's words. */
export function causeOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The profile has locked itself meanwhile: the password is to be typed again. */
export function wantsPassword(error: unknown): boolean {
  return error instanceof HttpFailure && error.code === 'REAUTHENTICATION_REQUIRED';
}
