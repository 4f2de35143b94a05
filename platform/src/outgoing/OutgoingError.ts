/** Kinds of failed requests that callers distinguish. */
export type OutgoingFault =
  /** The address is blocked, or is not an HTTP URL. */
  | 'refused'
  /** Unknown host, no connection, or a broken one. */
  | 'unreachable'
  /** No data within the timeout. */
  | 'timeout'
  /** The response exceeds the size limit. */
  | 'too-large'
  /** A redirect that the caller does not allow. */
  | 'redirect'
  /** The proxy is unreachable. */
  | 'proxy'
  /** The proxy doesn't accept its user name and password. */
  | 'proxy-credentials'
  /** The proxy doesn't allow the connection. */
  | 'proxy-denied'
  /** The proxy doesn't exist, or its password cannot be decrypted. */
  | 'proxy-settings'
  | 'aborted';

export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  /** The message contains no URL, because the caller knows how to name the upstream. */
  constructor(
    readonly fault: OutgoingFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Converts an error of a library. */
export function asOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingError) return cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (/TIMEOUT|ETIMEDOUT/.test(code))
      return new OutgoingError('timeout', 'The server did not respond in time', { cause: error });
    if (code === 'UND_ERR_ABORTED' || cause.name === 'AbortError') {
      return new OutgoingError('aborted', 'The request was canceled', { cause: error });
    }
    if (code) return new OutgoingError('unreachable', saidOf(code), { cause: error });
  }
  return new OutgoingError('unreachable', 'Connection failed', { cause: error });
}

/** Causes by the codes of Node.js and OpenSSL. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^ENOTFOUND$/, 'The host name does not exist'],
  [/^EAI_AGAIN$/, 'The DNS server did not answer'],
  [/^ECONNREFUSED$/, 'No server listens at this address and port'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The server closed the connection'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'There is no network route to the server'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the server has expired'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the server is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the server is for another host name'],
  [
    /SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/,
    'No trusted authority issued the certificate of the server. Add its authority to NODE_EXTRA_CA_CERTS',
  ],
  [/^(EPROTO|ERR_SSL_)/, 'The server does not speak TLS on this port'],
];

function saidOf(code: string): string {
  const [, said = 'Connection failed'] = causes.find(([pattern]) => pattern.test(code)) ?? [];
  return `${said} (${code})`;
}
