import type { FastifyRequest } from 'fastify';
import { readBasic } from '../../access/basicCredentials.ts';
import { isSecretOf } from './applications.ts';
import { OAuthError } from './OAuthError.ts';

/** Returns the fields of a form; throws `OAuthError` for a repeated field. */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  const { body } = request;
  const form = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(typeof body === 'string' ? body : '')) {
    if (form.has(key)) throw new OAuthError('invalid_request', `${key.slice(0, 50)} occurs more than once`);
    // An empty value counts as absent (RFC 6749, 3.2).
    if (value !== '') form.set(key, value);
  }
  return form;
}

/**
 * Authenticates the application by its ID and secret, in the header or in the form. Throws
 * `OAuthError`.
 */
export async function readClient(
  request: FastifyRequest,
  form: ReadonlyMap<string, string>,
): Promise<string> {
  const { authorization } = request.headers;
  const inForm = form.get('client_secret');
  if (authorization !== undefined && inForm !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'Send the client secret in the header or in the form, not in both',
    );
  }
  const shown = authorization === undefined ? undefined : ofHeader(authorization);
  const [clientId = '', secret = ''] = shown ?? [form.get('client_id'), inForm];
  const named = form.get('client_id');
  const isSame = named === undefined || named === clientId;
  if (isSame && clientId !== '' && secret !== '' && (await isSecretOf(clientId, secret))) return clientId;
  throw new OAuthError('invalid_client', 'The client ID or the client secret is wrong');
}

/** Decodes ID and secret, which are form-encoded in the header (RFC 6749, 2.3.1). */
function ofHeader(authorization: string): [string, string] {
  const [, value] = /^Basic\s+(\S+)$/i.exec(authorization) ?? [];
  const { name, password } = (value === undefined ? undefined : readBasic(value)) ?? {};
  const wrong = new OAuthError(
    'invalid_client',
    'The Authorization header must be Basic with client ID and secret',
  );
  if (name === undefined || password === undefined) throw wrong;
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return [decode(name), decode(password)];
  } catch {
    throw wrong;
  }
}
