import type { SsoFailure } from '@lading/contract/rest';

/** A way in by a provider that failed: the code goes to the person, the message to the log and the audit. */
export class SsoError extends Error {
  override readonly name = 'SsoError';

  constructor(
    readonly code: SsoFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
