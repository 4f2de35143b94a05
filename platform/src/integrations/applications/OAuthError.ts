/** An error response in the form of OAuth 2.0 (RFC 6749, 5.2), which its clients expect. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly error:
      | 'invalid_request'
      | 'invalid_client'
      | 'invalid_grant'
      | 'invalid_scope'
      | 'unauthorized_client'
      | 'unsupported_grant_type',
    message: string,
  ) {
    super(message);
  }
}
