import type { PluginBackendChange } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import type { BackendRow } from './backendRows.ts';

type Of = Pick<BackendRow, 'specifier' | 'name' | 'url'>;

/** A secret can be decrypted only for the host that it was entered for. */
const useOf = ({ specifier, name, url }: Of) => `plugin-backend:${specifier}:${name}:${new URL(url).origin}`;

/**
 * Returns the encrypted secret of a change: a new one, or the stored one if it is for the same
 * host, kind, and user name. Throws `HttpError` 400.
 */
export function sealedFor(
  change: PluginBackendChange,
  before: BackendRow | undefined,
  seal: Seal,
): Buffer | null {
  const { specifier, backend: name, url, auth, username, secret } = change;
  if (auth === 'none') return null;
  if (secret) return seal.close(secret, useOf({ specifier, name, url }));
  const isSame =
    before?.sealed &&
    before.auth === auth &&
    before.username === username &&
    new URL(before.url).origin === new URL(url).origin;
  if (isSame) return before.sealed;
  const why = before?.sealed
    ? 'The stored secret is for another host, kind, or user name. Enter it again.'
    : 'Enter the password, token, or value of the header.';
  throw new HttpError(400, 'PLUGIN_BACKEND_SECRET', why);
}

/**
 * Returns the header with the credentials. Throws `HttpError` 502 if the secrets key was replaced.
 */
export function credentialsOf(row: BackendRow, seal: Seal): Record<string, string> {
  const { auth, username, sealed } = row;
  if (auth === 'none' || !sealed) return {};
  let secret: string;
  try {
    secret = seal.open(sealed, useOf(row));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new HttpError(
      502,
      'PLUGIN_BACKEND_FAILED',
      `The credentials of backend "${row.name}" were encrypted with a key that no longer exists. An administrator must enter them again.`,
    );
  }
  if (auth === 'header') return { [username.toLowerCase()]: secret };
  if (auth === 'bearer') return { authorization: `Bearer ${secret}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` };
}
