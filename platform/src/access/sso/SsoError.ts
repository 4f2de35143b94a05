import type { SsoFailure } from '@lading/contract/rest';

/**
 * A failed sign-in with a provider. The code is sent to the user. The message is logged and
 * audited.
 */
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
