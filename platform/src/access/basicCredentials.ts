/**
 * Parses Basic credentials, the Base64 encoding of `name:password`. Returns undefined if invalid.
 */
export function readBasic(value: string): { name: string; password: string } | undefined {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
