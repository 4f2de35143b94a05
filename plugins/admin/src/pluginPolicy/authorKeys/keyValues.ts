import type { PluginAuthorKey } from '@lading/contract/rest';
import { editMessages, type FieldErrors } from '@lading/ui/edit';
import { packagesOf, type ScopeValues, scopeError, scopeOf } from '../trusted/scope.ts';
import { messages } from './messages.ts';

/** Ed25519 in DER form, in base64. */
const KEY = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the platform rejects them as well
const AUTHOR = /^[^:\x00-\x1f\x7f]{0,100}$/;

/** An author key as the dialog shows it. */
export interface KeyValues extends ScopeValues {
  readonly name: string;
  readonly publicKey: string;
}

export function keyValuesOf(key: PluginAuthorKey | undefined): KeyValues {
  const { name = '', publicKey = '', packages } = key ?? {};
  return { name, publicKey, ...scopeOf(packages) };
}

export function keyOf({ name, publicKey, ...scope }: KeyValues, before?: PluginAuthorKey): PluginAuthorKey {
  const key = { name: name.trim(), publicKey: publicKey.trim(), packages: packagesOf(scope) };
  const isSame = before?.publicKey === key.publicKey;
  return { ...key, ...(isSame && before.added !== undefined ? { added: before.added } : {}) };
}

/** Finds values that the platform would reject, and a key that is listed twice for an author. */
export function checkKey(values: KeyValues, others: readonly PluginAuthorKey[]): FieldErrors<KeyValues> {
  const errors: FieldErrors<KeyValues> = {};
  const { name, publicKey } = keyOf(values);
  if (name === '') errors.name = { message: editMessages.missing };
  else if (!AUTHOR.test(name)) errors.name = { message: messages.badAuthor, values: { entry: name } };
  if (publicKey === '') errors.publicKey = { message: editMessages.missing };
  else if (!KEY.test(publicKey))
    errors.publicKey = { message: messages.badKey, values: { entry: publicKey } };
  else if (others.some((other) => other.name === name && other.publicKey === publicKey))
    errors.publicKey = { message: messages.listed, values: { author: name } };
  const scope = scopeError(values);
  if (scope) errors.packages = scope;
  return errors;
}
