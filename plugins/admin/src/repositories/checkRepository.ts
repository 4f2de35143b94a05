import type { HttpFailure } from '@lading/contract';
import { bytesOf, type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import type { RepositoryClass } from '../paths.ts';
import { messages } from './messages.ts';
import type { RepositoryValues } from './repositoryValues.ts';

type RepositoryFaults = FieldErrors<RepositoryValues>;
const missing = { message: formMessages.missing };
const YEAR = 31_536_000;
const PATTERN = /^[a-z0-9@/:*._~-]{1,214}$/i;

/** Finds values that the platform would reject, before the request is sent. */
export function checkRepository(
  type: RepositoryClass,
  values: RepositoryValues,
  saved?: RepositoryValues,
): RepositoryFaults {
  return {
    ...checkKey(values.key.trim()),
    ...(values.packageType === '' ? { packageType: missing } : {}),
    ...(values.description.length > 1000 ? { description: { message: messages.tooLong } } : {}),
    ...(type === 'local' ? checkQuota(values.storageQuotaBytes) : {}),
    ...(type === 'remote' ? checkRemote(values, saved) : {}),
    ...(type === 'virtual' ? checkVirtual(values) : {}),
  };
}

function checkQuota(typed: string): RepositoryFaults {
  const isSize = typed.trim() === '' || bytesOf(typed) !== undefined;
  return isSize ? {} : { storageQuotaBytes: { message: messages.badQuota } };
}

function checkKey(key: string): RepositoryFaults {
  if (key === '') return { key: missing };
  const fits = /^[a-z0-9][a-z0-9._-]{0,63}$/i.test(key) && !key.includes('..') && !key.endsWith('.');
  return fits ? {} : { key: { message: messages.badKey } };
}

function checkRemote(values: RepositoryValues, saved: RepositoryValues | undefined): RepositoryFaults {
  return {
    ...(values.from === 'url' ? { ...checkUrl(values.url.trim()), ...checkSignIn(values, saved) } : {}),
    ...checkNumber(values, 'retrievalCachePeriodSecs', 0, YEAR),
    ...checkNumber(values, 'missedRetrievalCachePeriodSecs', 0, YEAR),
    ...checkNumber(values, 'socketTimeoutMillis', 100, 600_000),
    ...checkNumber(values, 'assumedOfflinePeriodSecs', 0, YEAR),
    ...checkNumber(values, 'unusedArtifactsCleanupPeriodHours', 0, 100_000),
  };
}

function checkSignIn(values: RepositoryValues, saved: RepositoryValues | undefined): RepositoryFaults {
  const { signIn, username, password, token, tokenService } = values;
  const kept = secretIsKept(values, saved);
  const service = tokenService.trim() === '' ? undefined : checkUrl(tokenService.trim()).url;
  return {
    ...(signIn === 'password' && username.trim() === '' ? { username: missing } : {}),
    ...(signIn === 'password' && username.includes(':') ? { username: { message: messages.noColon } } : {}),
    ...(signIn === 'password' && password === '' && !kept ? { password: missing } : {}),
    ...(signIn === 'token' && token === '' && !kept ? { token: missing } : {}),
    ...(service ? { tokenService: service } : {}),
  };
}

/**
 * Whether the stored secret is kept. It was entered for one host, and must not be sent to another.
 */
export function secretIsKept(values: RepositoryValues, saved: RepositoryValues | undefined): boolean {
  if (!saved || saved.signIn !== values.signIn) return false;
  const origin = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined);
  return origin(values.url.trim()) === origin(saved.url);
}

function checkUrl(url: string): RepositoryFaults {
  if (url === '') return { url: missing };
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) return { url: { message: messages.badUrl } };
  return address.username || address.password ? { url: { message: messages.urlWithPassword } } : {};
}

function checkNumber(
  values: RepositoryValues,
  key:
    | 'retrievalCachePeriodSecs'
    | 'missedRetrievalCachePeriodSecs'
    | 'socketTimeoutMillis'
    | 'assumedOfflinePeriodSecs'
    | 'unusedArtifactsCleanupPeriodHours',
  least: number,
  most: number,
): RepositoryFaults {
  const number = /^\d+$/.test(values[key].trim()) ? Number(values[key]) : Number.NaN;
  if (number >= least && number <= most) return {};
  return { [key]: { message: messages.badNumber, values: { least, most } } };
}

function checkVirtual(values: RepositoryValues): RepositoryFaults {
  const bad = (key: 'allowUpstreamFor' | 'denyUpstreamFor'): RepositoryFaults => {
    const wrong = values[key].find((name) => !PATTERN.test(name));
    return wrong === undefined ? {} : { [key]: { message: messages.badPattern, values: { name: wrong } } };
  };
  return { ...bad('allowUpstreamFor'), ...bad('denyUpstreamFor') };
}

/** Returns the field that a rejection names. */
export function repositoryFieldOf({ code, message }: HttpFailure): keyof RepositoryValues | undefined {
  if (code === 'EXISTS' || code === 'BAD_REPOSITORY_KEY') return 'key';
  const [, field] = /field '(\w+)/.exec(message) ?? [];
  // The available classes depend on the type.
  if (field === 'rclass') return 'packageType';
  if (field !== undefined) return FIELDS.find((each) => each === field);
  if (message.startsWith('Remote ')) return 'url';
  if (!message.startsWith('Virtual ')) return undefined;
  return /is not local and accepts no uploads$|is not a member$/.test(message)
    ? 'defaultDeploymentRepo'
    : 'repositories';
}

const FIELDS = [
  'key',
  'packageType',
  'description',
  'projectKey',
  'environments',
  'url',
  'username',
  'password',
  'token',
  'tokenService',
  'retrievalCachePeriodSecs',
  'missedRetrievalCachePeriodSecs',
  'socketTimeoutMillis',
  'assumedOfflinePeriodSecs',
  'unusedArtifactsCleanupPeriodHours',
  'clientCertificate',
  'clientKey',
  'includesPattern',
  'excludesPattern',
  'notes',
  'repositories',
  'defaultDeploymentRepo',
  'allowUpstreamFor',
  'denyUpstreamFor',
] as const satisfies readonly (keyof RepositoryValues)[];
