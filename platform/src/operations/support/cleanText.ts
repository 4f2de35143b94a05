import { redact } from '../../http/redact.ts';
import type { Settings } from '../../settings/settings.ts';

/** Minimum length. Shorter values occur in texts by chance. */
const minLength = 6;

/** Returns a function that removes known secrets, and text that looks like secrets. */
export function textCleaner(settings: Settings): (text: string) => string {
  const secrets = settingSecrets(settings);
  return (text) => redact(secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text));
}

/** Returns the secrets of the environment, in each encoding in which they could be written. */
function settingSecrets({ adminPassword, secretsKey, tls, databaseUrl }: Settings): string[] {
  const database = databaseUrl === undefined ? undefined : new URL(databaseUrl).password;
  const plain = [
    adminPassword,
    secretsKey?.toString('base64'),
    secretsKey?.toString('base64url'),
    secretsKey?.toString('hex'),
    ...(tls ? [tls.key, ...tls.key.split('\n').filter((line) => /^[\w+/=]{16,}$/.test(line))] : []),
    database,
    database === undefined ? undefined : decodeURIComponent(database),
  ].filter((secret) => secret !== undefined);
  const forms = plain.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]);
  return [...new Set(forms)].filter((secret) => secret.length >= minLength);
}

/** Names of fields whose text is secret. */
const secretName =
  /pass(word|phrase|wd)?$|secret|token|credential|private.?key|api.?key|^key$|ssl.?key|authorization|cookie|sealed|hash$|bind.?pw/i;

/**
 * Returns the value without text in fields that can contain secrets, and with URLs without query
 * and user.
 */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutQuery(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && isText(inner) ? '…' : withoutSecrets(inner),
    ]),
  );
}

/** Numbers and booleans are limits and switches, not secrets. */
function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

/** Removes queries, which contain signatures of object stores and tokens of private feeds. */
function withoutQuery(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (!url.search && !url.username && !url.password && !url.hash) return text;
  const query = url.search && '?…';
  url.search = '';
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href + query;
}
