import type { HttpFailure } from '@lading/contract';
import type { FieldErrors } from '@lading/ui/edit';
import { editMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';
import { emptySelection, isStored, type Pair, type WebhookValues } from './webhookValues.ts';

/** Of webhooks and of secrets. */
const NAME = /^[a-zA-Z][\w-]+$/;

/** Finds values that the server would reject. `taken` are the keys of other webhooks. */
export function checkWebhook(
  values: WebhookValues,
  taken: readonly string[] = [],
): FieldErrors<WebhookValues> {
  const { headers, secrets } = values;
  const isCustom = values.handlerType === 'custom-webhook';
  return {
    ...error('key', keyError(values.key.trim(), taken)),
    ...error('url', urlError(values.url.trim())),
    ...error('domain', values.domain === '' ? editMessages.missing : undefined),
    ...error(
      'eventTypes',
      values.domain !== '' && values.eventTypes.length === 0 ? editMessages.missing : undefined,
    ),
    ...selectionError(values),
    ...error(
      'headers',
      headers.some((pair) => pair.name.trim() === '' || lacksValue(pair))
        ? messages.headerIncomplete
        : undefined,
    ),
    ...(isCustom ? error('secrets', secretError(secrets)) : {}),
    ...error('proxy', values.useProxy && values.proxy === '' ? editMessages.missing : undefined),
  };
}

function error(key: keyof WebhookValues, message: typeof messages.badName | undefined) {
  return message ? { [key]: { message } } : {};
}

function keyError(key: string, taken: readonly string[]) {
  if (key === '') return editMessages.missing;
  if (!NAME.test(key)) return messages.badName;
  return taken.includes(key) ? messages.taken : undefined;
}

function urlError(url: string) {
  if (url === '') return editMessages.missing;
  if (!URL.canParse(url)) return messages.badUrl;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && !username && !password ? undefined : messages.badUrl;
}

function secretError(secrets: WebhookValues['secrets']) {
  if (secrets.some(({ name }) => name.trim() === '')) return messages.secretWithoutName;
  if (!secrets.every(({ name }) => NAME.test(name.trim()))) return messages.badSecretName;
  if (new Set(secrets.map(({ name }) => name.trim())).size < secrets.length) return messages.secretTwice;
  return secrets.some(lacksValue) ? messages.secretWithoutValue : undefined;
}

function lacksValue(pair: Pair): boolean {
  return pair.value.trim() === '' && !isStored(pair);
}

const EMPTY = {
  repoKeys: messages.noRepositories,
  selectedBuilds: messages.noBuilds,
  bundles: messages.noBundles,
} as const;

function selectionError(values: WebhookValues): FieldErrors<WebhookValues> {
  const field = emptySelection(values);
  return field === undefined ? {} : error(field, EMPTY[field]);
}

const FIELDS: Readonly<Record<string, keyof WebhookValues>> = {
  WEBHOOK_EXISTS: 'key',
  BAD_WEBHOOK_KEY: 'key',
  BAD_WEBHOOK_URL: 'url',
  BAD_WEBHOOK_TEMPLATE: 'payload',
  BAD_PATTERN: 'includePatterns',
  PROXY_NOT_FOUND: 'proxy',
};

/** The field that a rejection is about. */
export function webhookFieldOf({ code }: HttpFailure): keyof WebhookValues | undefined {
  return FIELDS[code ?? ''];
}
