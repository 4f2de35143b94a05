import type { AuditEventName } from '@lading/contract/rest';

/** What the record tells apart, in the order in which people meet it. The names are those that programs read. */
export const EVENTS = [
  'sign-in',
  'sign-out',
  'password-expired',
  'password-changed',
  'password-forgotten',
  'password-reset',
  'mfa-asked',
  'mfa-enrolled',
  'mfa-verified',
  'mfa-recovery-code',
  'mfa-removed',
  'invited',
  'invitation-accepted',
  'registered',
  'client-login-asked',
  'client-login-confirmed',
  'client-login-fetched',
  'token-issued',
  'token-revoked',
  'settings-changed',
  'user-made',
  'user-changed',
  'user-removed',
  'locked',
] as const satisfies readonly AuditEventName[];
