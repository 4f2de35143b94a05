import { OutgoingError } from './OutgoingError.ts';

/** Reads the address of a request. Throws `OutgoingError` for others than HTTP and HTTPS URLs. */
export function readAddress(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new OutgoingError(
    'refused',
    'Invalid URL. Expected an HTTP or HTTPS URL without user name and password.',
  );
}
