interface MailError {
  message?: string;
  response?: string;
  code?: string;
}

/** Causes by the codes and messages of nodemailer and OpenSSL. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/^(ENOTFOUND|EDNS) /, 'Email server host name not found'],
  [/ECONNREFUSED/, 'Connection refused. Check the address and port.'],
  [/greeting never received/i, 'The server sent no greeting. If this port expects TLS, select TLS.'],
  [/^ETIMEDOUT /, 'The email server is not responding'],
  [
    /wrong version number|packet length too long|record layer/i,
    'The email server does not use TLS on this port. Select STARTTLS or no encryption, or use the port for TLS, usually 465.',
  ],
  [
    /self[- ]signed|unable to (get|verify)/i,
    'No trusted authority issued the certificate of the email server. Add its authority to NODE_EXTRA_CA_CERTS.',
  ],
  [/certificate has expired/i, 'The certificate of the email server has expired'],
  [/does not match certificate/i, 'The certificate of the email server is for another host name'],
  [
    /^ETLS /,
    'The email server does not offer STARTTLS on this port. Select TLS or no encryption, or use another port.',
  ],
  [/^EPROTOCOL .*greeting/i, 'The server at this address and port is not an email server'],
  [
    /^(ESOCKET|ECONNECTION) /,
    'The server closed the connection. Check the port and the encryption: a server that expects TLS does so.',
  ],
];

/** Describes an error in one line, with the server's response, but never with sent data. */
export function mailFault(error: unknown): string {
  const { message = '', response, code = '' } = error as MailError;
  if (code === 'EAUTH')
    return `The email server rejected the user name or password: ${response ?? ''}`.trim();
  // Raised here, such as for an address that is blocked.
  if (code === '' && response === undefined && message !== '') return message;
  const [, cause] = causes.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? [];
  return (cause ?? `The email server rejected the message: ${response ?? (message || 'no reason given')}`)
    .replace(/\s+/g, ' ')
    .slice(0, 500);
}
