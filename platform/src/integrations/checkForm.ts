import type { IntegrationForm } from '@lading/contract/rest';
import { HttpError } from '../errors/HttpError.ts';
import { requireVendor } from './git/vendors.ts';

/** Returns the form without surrounding spaces; throws `HttpError` 400. */
export function checkForm(form: IntegrationForm): IntegrationForm {
  const userName = form.userName.trim();
  const integrationName = form.integrationName.trim();
  const token = form.token?.trim();
  const url = form.url.trim();
  if (userName === '') throw bad('User name is required');
  if (integrationName === '') throw bad('Integration name is required');
  // The token is sent in a header.
  if (token && !/^[\x21-\x7e]+$/.test(token))
    throw bad('Invalid token. Expected ASCII characters without spaces');
  requireVendor(form.vendorName);
  if (form.integrationType !== 1) throw bad('Invalid integrationType. Expected 1 (git)');
  checkUrl(url, form.allowPrivate ?? false);
  const { token: _given, ...rest } = form;
  return { ...rest, userName, integrationName, url, ...(token ? { token } : {}) };
}

function checkUrl(text: string, allowPrivate: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'http:' && allowPrivate;
  if (
    url &&
    (url.protocol === 'https:' || isPlain) &&
    !url.username &&
    !url.password &&
    !url.search &&
    !url.hash
  )
    return;
  throw bad(
    'Invalid url. Expected an HTTPS URL such as https://gitlab.example.org; HTTP only in private networks',
  );
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_INTEGRATION', message);
}
