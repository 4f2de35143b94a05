import type { NewApplication } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

/** Throws `HttpError` 400. */
export function checkApplication(wanted: NewApplication): NewApplication {
  const { name, type, callback_url } = wanted;
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) throw bad('Name cannot contain spaces or special characters');
  const url = URL.canParse(callback_url) ? new URL(callback_url) : undefined;
  const isLocal = type === 'native' && url?.protocol === 'http:' && loopback.includes(url.hostname);
  // URLs are compared exactly, so reject those that the parser normalizes.
  const isExact = url?.href === callback_url || url?.href === `${callback_url}/`;
  if (
    !url ||
    !isExact ||
    url.hash ||
    url.username ||
    url.password ||
    (url.protocol !== 'https:' && !isLocal)
  ) {
    throw bad(
      'Invalid callback_url. Expected an HTTPS URL without a fragment; native applications can use HTTP on 127.0.0.1, [::1], or localhost',
    );
  }
  if (['code', 'state', 'iss', 'error'].some((key) => url.searchParams.has(key))) {
    throw bad('Invalid callback_url. Its query must not contain code, state, iss, or error');
  }
  return { ...wanted, description: wanted.description.trim() };
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_APPLICATION', message);
}
