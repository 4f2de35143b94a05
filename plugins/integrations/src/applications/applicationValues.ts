import type { HttpFailure } from '@lading/contract';
import type { NewApplication } from '@lading/contract/rest';
import { editMessages, type FieldErrors } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** Values of the form. An empty service user means none. */
export type ApplicationValues = Required<NewApplication>;

export const NEW_APPLICATION: ApplicationValues = {
  ...{ name: '', type: 'web', description: '', callback_url: '', service_user: '' },
};

export function applicationOf(values: ApplicationValues): NewApplication {
  const { name, type, description, callback_url, service_user } = values;
  const user = service_user.trim();
  return {
    ...{ name: name.trim(), type, description: description.trim(), callback_url: callback_url.trim() },
    ...(user === '' ? {} : { service_user: user }),
  };
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/** Returns the errors that the platform would report, by field. */
export function checkApplication({ name, type, callback_url }: NewApplication): FieldErrors<NewApplication> {
  const missing = { message: editMessages.missing };
  const isNamed = /^[A-Za-z0-9._-]{1,64}$/.test(name);
  return {
    ...(name === '' ? { name: missing } : isNamed ? {} : { name: { message: messages.badName } }),
    ...(callback_url === ''
      ? { callback_url: missing }
      : isCallback(callback_url, type)
        ? {}
        : { callback_url: { message: messages.badCallback } }),
  };
}

export function applicationFieldOf({ code, message }: HttpFailure): keyof NewApplication | undefined {
  if (code === 'APPLICATION_EXISTS') return 'name';
  if (code !== 'BAD_APPLICATION') return undefined;
  if (message.startsWith('Invalid service_user')) return 'service_user';
  return message.startsWith('Invalid callback_url') ? 'callback_url' : 'name';
}

function isCallback(text: string, type: NewApplication['type']): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash } = new URL(text);
  const isLocal = type === 'native' && protocol === 'http:' && LOOPBACK.includes(hostname);
  return hash === '' && (protocol === 'https:' || isLocal);
}
