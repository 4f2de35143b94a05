import type { HttpFailure } from '@lading/contract';
import type { ProxyChange, ProxyDetails, ProxyService } from '@lading/contract/rest';
import { type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

export const SERVICES: readonly ProxyService[] = ['repositories', 'webhooks', 'integrations', 'identity'];

/** The values of the form. The password is never read: it is empty until it is typed. */
export interface ProxyValues extends Readonly<Record<ProxyService, boolean>> {
  readonly key: string;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  readonly platformDefault: boolean;
  readonly noProxy: readonly string[];
  readonly resolvesNames: boolean;
}

export const NEW_PROXY: ProxyValues = {
  key: '',
  host: '',
  port: '3128',
  username: '',
  password: '',
  platformDefault: false,
  repositories: false,
  webhooks: false,
  integrations: false,
  identity: false,
  noProxy: [],
  resolvesNames: false,
};

export function valuesOf(proxy: ProxyDetails): ProxyValues {
  const { key, host, port, username, platformDefault, services, noProxy, resolvesNames } = proxy;
  const chosen = Object.fromEntries(SERVICES.map((service) => [service, services.includes(service)]));
  return {
    ...NEW_PROXY,
    ...{ key, host, port: String(port), username, platformDefault, noProxy, resolvesNames },
    ...chosen,
  };
}

/** The body of a change; a blank password is not sent, so that the current one stays. */
export function changeOf(values: ProxyValues, keepsPassword: boolean): ProxyChange {
  const username = values.username.trim();
  const { password } = values;
  return {
    host: values.host.trim(),
    port: Number(values.port),
    username,
    ...(password !== '' || !keepsPassword ? { password } : {}),
    platformDefault: values.platformDefault,
    services: SERVICES.filter((service) => values[service]),
    noProxy: [...values.noProxy],
    resolvesNames: values.resolvesNames,
  };
}

/** Whether the current password is for this host, port, and user name. */
export function keepsPassword(values: ProxyValues, before: ProxyDetails | undefined): boolean {
  return (
    before?.hasPassword === true &&
    before.host === values.host.trim() &&
    String(before.port) === values.port.trim() &&
    before.username === values.username.trim()
  );
}

/** Errors that the platform would return, shown before the form is sent. */
export function checkProxy(values: ProxyValues, before: ProxyDetails | undefined): FieldErrors<ProxyValues> {
  const { noProxy, password } = values;
  const [key, host, port, username] = [values.key, values.host, values.port, values.username].map((text) =>
    text.trim(),
  ) as [string, string, string, string];
  const wrong = (holds: boolean, message: (typeof messages)['badKey']) => (holds ? undefined : { message });
  const required = (text: string) => (text === '' ? { message: formMessages.missing } : undefined);
  const entry = noProxy.find((each) => !/^[a-z0-9.:/_*[\]-]+$/i.test(each));
  const errors = {
    key: required(key) ?? wrong(/^[a-z][a-z0-9_-]{1,63}$/i.test(key), messages.badKey),
    host: required(host) ?? wrong(/^[a-z0-9]([a-z0-9._:-]{0,251}[a-z0-9])?$/i.test(host), messages.badHost),
    port:
      required(port) ??
      wrong(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535, messages.badPort),
    username:
      (password === '' ? undefined : required(username)) ??
      wrong(username.length <= 200 && !username.includes(':'), messages.badUsername),
    password:
      before?.hasPassword && username !== '' && password === '' && !keepsPassword(values, before)
        ? { message: messages.passwordAgain }
        : undefined,
    noProxy: entry === undefined ? undefined : { message: messages.badNoProxy, values: { entry } },
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

const FIELDS: Readonly<Record<string, keyof ProxyValues>> = {
  PROXY_EXISTS: 'key',
  BAD_PROXY: 'noProxy',
  BAD_PROXY_PASSWORD: 'password',
};

/** Returns the field that caused a rejection. */
export function proxyFieldOf({ code = '' }: HttpFailure): keyof ProxyValues | undefined {
  return FIELDS[code];
}
