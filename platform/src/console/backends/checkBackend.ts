import type { PluginBackendChange } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';

/** Headers that the platform sets itself, or that steer the connection. */
const ownHeaders =
  /^(?:host|cookie|connection|content-.*|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|accept.*|user-agent|x-lading-.*|expect)$/i;

/** Returns the change without surrounding spaces. Throws `HttpError` 400. */
export function checkBackend(change: PluginBackendChange): PluginBackendChange {
  const url = change.url.trim().replace(/\/+$/, '');
  const username = ['basic', 'header'].includes(change.auth) ? change.username.trim() : '';
  const secret = change.secret?.trim();
  checkUrl(url, change.allowPrivate);
  // The secret is sent in a header.
  if (secret && !/^[\x20-\x7e]+$/.test(secret)) throw bad('Invalid secret. Expected ASCII characters.');
  if (change.auth === 'basic' && !/^[\x20-\x39\x3b-\x7e]+$/.test(username))
    throw bad('Invalid user name. Expected ASCII characters without a colon.');
  if (change.auth === 'header' && (!/^[A-Za-z0-9-]+$/.test(username) || ownHeaders.test(username)))
    throw bad(
      'Invalid name of the header. Expected letters, digits, and hyphens, such as X-Api-Key, and no header that the platform sets itself.',
    );
  const { secret: _given, ...rest } = change;
  return { ...rest, url, username, ...(secret ? { secret } : {}) };
}

function checkUrl(text: string, allowPrivate: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && allowPrivate);
  if (url && isAllowed && !url.username && !url.password && !/[?#\\]/.test(text)) return;
  throw bad(
    'Invalid URL. Expected an HTTPS URL such as https://tide.example.com/api, without user name, query, and fragment; HTTP only in private networks.',
  );
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_PLUGIN_BACKEND', message);
}
