/** Names of what is secret, in an address or in a text of `name=value`. */
const secretNames = [
  'key|jfClientSession|jfClientCode|token|access_token|refresh_token|id_token|id_token_hint|registrationToken|password|secret|code|otp',
  'state|RelayState|SAMLRequest|SAMLResponse|_authToken|apiKey',
].join('|');

/** Each with its replacement; a thread that cannot import this file gets them as data. */
export const redactions: [RegExp, string][] = [
  [new RegExp(`([?&;\\s"'(]|^)(${secretNames})=[^&\\s"'#\\\\)]+`, 'gi'), '$1$2=…'],
  // In an address that is part of another: where somebody goes after signing in.
  [
    new RegExp(
      `(%(?:25)*(?:3F|26))(${secretNames})(%(?:25)*3D)(?:(?!%(?:25)*(?:26|23))[^&\\s"'#\\\\)])+`,
      'gi',
    ),
    '$1$2$3…',
  ],
  [/\blading_(at|rt|ak|dt)_[\w-]+/g, 'lading_$1_…'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 …'],
  // user:password@host
  [/(\w:\/\/)[^/@\s"']+@/g, '$1…@'],
  [/(__Host-lading|\blading)=[\w-]{20,}/g, '$1=…'],
  // A path of its own holds the session of a client that signs in.
  [/(jfrog_client_login\/token\/)[^/?\s"']+/g, '$1…'],
];

/** The text without the secrets that addresses, headers and messages are known to carry. */
export function redact(text: string): string {
  return redactions.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
}
