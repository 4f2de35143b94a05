import { redactorOf } from '../../http/redact.ts';
import { exporterSecrets } from '../../settings/exporterSecrets.ts';
import type { Settings } from '../../settings/settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Variables with secrets that libraries read themselves. */
const secretVariables = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** Returns a function that removes known secrets, and text that looks like secrets. */
export function textCleaner(settings: Settings, env: Env = process.env): (text: string) => string {
  return redactorOf(settingSecrets(settings, env));
}

/** Returns the secrets of the environment. */
function settingSecrets(settings: Settings, env: Env): string[] {
  const { adminPassword, secretsKey, tls, databaseUrl, environmentProxies: proxies } = settings;
  const secrets = [
    adminPassword,
    secretsKey?.toString('base64'),
    secretsKey?.toString('base64url'),
    secretsKey?.toString('hex'),
    ...(tls ? [tls.key, ...tls.key.split('\n').filter((line) => /^[\w+/=]{16,}$/.test(line))] : []),
    proxies?.http?.password,
    proxies?.https?.password,
    ...urlSecrets(databaseUrl, (name) => secretName.test(name)),
    // Private registries and feeds name their parameters as they like.
    ...urlSecrets(settings.npmUpstream, () => true),
    ...urlSecrets(settings.subscriptionUrl, () => true),
    ...urlSecrets(settings.tracing?.url, () => true),
    ...exporterSecrets(env),
    ...secretVariables.map((name) => env[name]),
  ];
  return secrets.filter((secret) => secret !== undefined);
}

/** Returns the password and the secret parameters of a URL, as written and decoded. */
function urlSecrets(text: string | undefined, isSecret: (name: string) => boolean): string[] {
  if (text === undefined || !URL.canParse(text)) return [];
  const url = new URL(text);
  const parameters = url.search
    .slice(1)
    .split('&')
    .map((part): [string, string] => {
      const at = part.indexOf('=');
      return at < 0 ? ['', part] : [part.slice(0, at), part.slice(at + 1)];
    });
  const written = parameters.flatMap(([name, value]) => (isSecret(decoded(name)) ? [value] : []));
  const formsOf = (secret: string) => [secret, decoded(secret), decoded(secret.replaceAll('+', ' '))];
  return [url.password, ...written].flatMap(formsOf);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding: written as it is.
    return text;
  }
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
