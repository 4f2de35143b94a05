import type { HttpFailure } from '@lading/contract';
import type { PluginBackendChange, PluginBackendDetails } from '@lading/contract/rest';
import { type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

type Auth = PluginBackendChange['auth'];

/** The values of the form. The secret is never read: it is empty until it is typed. */
export interface BackendValues {
  readonly url: string;
  readonly allowPrivate: boolean;
  readonly auth: Auth;
  readonly username: string;
  readonly secret: string;
  readonly access: PluginBackendChange['access'];
  readonly sendUser: boolean;
  /** Allowed calls as `METHOD path`. */
  readonly calls: readonly string[];
}

/** The declared calls, each with one method: `GET /levels`. */
export function declaredCalls({ declared }: PluginBackendDetails): string[] {
  return [...new Set(declared.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)))];
}

/** Whether the call was declared after an administrator allowed the others. */
export function isAdded({ settings }: PluginBackendDetails, call: string): boolean {
  return settings !== undefined && !includes(settings.declared, call);
}

const includes = (calls: readonly Call[], call: string) => calls.some((one) => namesOf(one).includes(call));

const namesOf = ({ methods, path }: Call) => methods.map((method) => `${method} ${path}`);

/** Of a backend that is not set up, all calls are selected; of others, those that are allowed. */
export function valuesOf(backend: PluginBackendDetails): BackendValues {
  const { settings } = backend;
  const calls = declaredCalls(backend);
  if (!settings)
    return {
      ...{ url: '', allowPrivate: false, auth: 'none', username: '', secret: '' },
      ...{ access: 'users', sendUser: false, calls },
    };
  const { url, allowPrivate, auth, username, access, sendUser } = settings;
  return {
    ...{ url, allowPrivate, auth, username, secret: '', access, sendUser },
    calls: calls.filter((call) => includes(settings.calls, call)),
  };
}

export function changeOf(
  { specifier, backend }: PluginBackendDetails,
  values: BackendValues,
): PluginBackendChange {
  const { url, username, secret, calls, ...rest } = values;
  return {
    ...{ specifier, backend, ...rest, url: url.trim(), username: username.trim() },
    ...(secret === '' ? {} : { secret }),
    calls: callsOf(calls),
  };
}

type Call = PluginBackendChange['calls'][number];

/** The calls, each path once: as many as the plugin declares. */
function callsOf(pairs: readonly string[]): Call[] {
  const byPath = new Map<string, Call['methods']>();
  for (const pair of pairs) {
    const [method = '', path = ''] = pair.split(' ');
    byPath.set(path, [...(byPath.get(path) ?? []), method as Call['methods'][number]]);
  }
  return [...byPath].map(([path, methods]) => ({ methods, path }));
}

/** Whether the stored secret is for this host, kind, and user name. */
export function keepsSecret(values: BackendValues, { settings }: PluginBackendDetails): boolean {
  return (
    settings?.hasSecret === true &&
    settings.auth === values.auth &&
    settings.username === values.username.trim() &&
    originOf(settings.url) === originOf(values.url.trim())
  );
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Errors that the platform would return, shown before the form is sent. */
export function checkBackend(
  values: BackendValues,
  backend: PluginBackendDetails,
): FieldErrors<BackendValues> {
  const { auth, allowPrivate, secret } = values;
  const url = values.url.trim();
  const missing = (text: string) => (text.trim() === '' ? { message: formMessages.missing } : undefined);
  const isUrl =
    URL.canParse(url) &&
    (allowPrivate ? /^https?:/i : /^https:/i).test(url) &&
    !/[?#\\]/.test(url) &&
    new URL(url).username === '';
  const needsSecret = auth !== 'none' && secret === '' && !keepsSecret(values, backend);
  const errors = {
    url: missing(url) ?? (isUrl ? undefined : { message: messages.badUrl }),
    username: auth === 'basic' || auth === 'header' ? missing(values.username) : undefined,
    secret: needsSecret
      ? { message: backend.settings?.hasSecret ? messages.again : formMessages.missing }
      : undefined,
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

const FIELDS: Readonly<Record<string, keyof BackendValues>> = {
  PLUGIN_BACKEND_SECRET: 'secret',
  BAD_PLUGIN_BACKEND: 'url',
};

/** Returns the field that caused a rejection. */
export function fieldOf({ code = '', message }: HttpFailure): keyof BackendValues | undefined {
  if (/^Invalid (user name|name of)/.test(message)) return 'username';
  if (/^Invalid secret/.test(message)) return 'secret';
  return FIELDS[code];
}
