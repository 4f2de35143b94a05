/** Names of secret values in URLs and in `name=value` text. */
const secretNames = [
  'key|jfClientSession|jfClientCode|token|access_token|refresh_token|id_token|id_token_hint|registrationToken|password|sslpassword|secret|client_secret|code|code_verifier|subject_token|otp',
  'state|RelayState|SAMLRequest|SAMLResponse|_authToken|apiKey',
  // Signed URLs of object stores.
  'sig|Signature|Credential|AWSAccessKeyId|X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)',
].join('|');

/** Patterns with their replacements. A thread that cannot import this file gets them as data. */
export const redactions: [RegExp, string][] = [
  [new RegExp(`([?&;\\s"'(]|^)(${secretNames})=[^&\\s"'#\\\\)]+`, 'gi'), '$1$2=…'],
  // A URL inside another URL: the return location after sign-in.
  [
    new RegExp(
      `(%(?:25)*(?:3F|26))(${secretNames})(%(?:25)*3D)(?:(?!%(?:25)*(?:26|23))[^&\\s"'#\\\\)])+`,
      'gi',
    ),
    '$1$2$3…',
  ],
  [/\blading_(at|rt|ak|dt|ac|cs)_[\w-]+/g, 'lading_$1_…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 …'],
  // user:password@host
  [/(\w:\/\/)[^/@\s"']+@/g, '$1…@'],
  [/(__Host-lading|\blading)=[\w-]{20,}/g, '$1=…'],
  // The path contains the session ID of a CLI sign-in.
  [/(jfrog_client_login\/token\/)[^/?\s"']+/g, '$1…'],
];

/** Removes secrets that URLs, headers, and messages are known to contain. */
export function redact(text: string): string {
  return redactions.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}

/** Minimum length of a secret. Shorter values occur in texts by chance. */
const minLength = 6;

/** Returns a function that removes the secrets, in each encoding, and what `redact` removes. */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]);
  // The longest first, because a secret can contain another one.
  const known = [...new Set(forms)]
    .filter((form) => form.length >= minLength)
    .sort((one, other) => other.length - one.length);
  if (known.length === 0) return redact;
  const pattern = new RegExp(known.map(escaped).join('|'), 'g');
  return (text) => redact(text.replace(pattern, '…'));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
