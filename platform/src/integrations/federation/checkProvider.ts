import type { OidcProvider } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { withoutSlash } from './providers.ts';

/** Names that are paths of the API. */
const reserved = ['token', 'new'];

/** Returns the provider in its stored form; throws `HttpError` 400. */
export function checkProvider(wanted: OidcProvider): OidcProvider {
  const name = wanted.name.trim();
  const audience = wanted.audience.trim();
  if (!isName(name) || reserved.includes(name))
    throw bad('Invalid name. Expected 1 to 64 letters, digits, ".", "_", or "-"; token and new are reserved');
  if (audience === '') throw bad('Invalid audience. Expected the value of the claim aud, such as lading');
  const issuer = withoutSlash(wanted.issuer_url.trim());
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isPlain = url?.protocol === 'http:' && wanted.allow_private === true;
  const hasMore = url && (url.username || url.password || url.search || url.hash || /[?#]/.test(issuer));
  if (!url || (url.protocol !== 'https:' && !isPlain) || hasMore) {
    throw bad(
      'Invalid issuer_url. Expected an HTTPS URL such as https://gitlab.example.org; HTTP only in private networks',
    );
  }
  return { ...wanted, name, audience, issuer_url: issuer, description: wanted.description.trim() };
}

export const isName = (text: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text);

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_OIDC_PROVIDER', message);
}
