import type { HttpFailure } from '@lading/contract';
import type { CleanupPolicy, CleanupSettings } from '@lading/contract/rest';
import { type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** Values of the form. Numbers are texts, as typed. */
export interface PolicyValues {
  readonly key: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly repositories: readonly string[];
  readonly local: boolean;
  readonly remote: boolean;
  readonly packageTypes: readonly string[];
  readonly select: CleanupSettings['select'];
  readonly olderThanDays: string;
  readonly notDownloadedDays: string;
  readonly keepNewest: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly keepBuilds: boolean;
  readonly keepTags: readonly string[];
  readonly every: CleanupSettings['every'];
  readonly hour: string;
}

export const NEW_POLICY: PolicyValues = {
  ...{ key: '', description: '', enabled: true, repositories: [], local: false, remote: false },
  ...{ packageTypes: [], select: 'all', olderThanDays: '', notDownloadedDays: '', keepNewest: '' },
  ...{ include: [], exclude: [], keepBuilds: true, keepTags: ['latest'], every: 'never', hour: '2' },
};

const typed = (number: number | undefined) => (number === undefined ? '' : String(number));

export function valuesOf(policy: CleanupPolicy): PolicyValues {
  const { key, description, enabled, repositories, repositoryClasses, packageTypes } = policy;
  return {
    ...{ key, description, enabled, repositories, packageTypes },
    local: repositoryClasses.includes('local'),
    remote: repositoryClasses.includes('remote'),
    ...{ select: policy.select, include: policy.include, exclude: policy.exclude },
    ...{
      keepBuilds: policy.keepBuilds,
      keepTags: policy.keepTags ?? [],
      every: policy.every,
      hour: String(policy.hour),
    },
    olderThanDays: typed(policy.olderThanDays),
    notDownloadedDays: typed(policy.notDownloadedDays),
    keepNewest: typed(policy.keepNewest),
  };
}

/** The body of the request. */
export function settingsOf(values: PolicyValues): CleanupSettings {
  const number = (name: 'olderThanDays' | 'notDownloadedDays' | 'keepNewest') =>
    values[name].trim() === '' ? {} : { [name]: Number(values[name]) };
  return {
    description: values.description.trim(),
    enabled: values.enabled,
    repositories: [...values.repositories],
    // The form has no such fields if repositories are selected.
    repositoryClasses: (['local', 'remote'] as const).filter(
      (each) => values.repositories.length === 0 && values[each],
    ),
    packageTypes: [...values.packageTypes],
    select: values.select,
    ...number('olderThanDays'),
    ...number('notDownloadedDays'),
    // The form has no such fields for untagged images.
    ...(values.select === 'untagged' ? {} : { ...number('keepNewest'), keepTags: [...values.keepTags] }),
    ...{ include: [...values.include], exclude: [...values.exclude], keepBuilds: values.keepBuilds },
    ...{ every: values.every, hour: Number(values.hour) },
  };
}

/** Errors that the platform would return, shown before the form is sent. */
export function checkPolicy(values: PolicyValues): FieldErrors<PolicyValues> {
  const { key, repositories, local, remote, select, olderThanDays, notDownloadedDays, keepNewest } = values;
  const whole = (text: string, most: number) =>
    text.trim() === '' || (/^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most)
      ? undefined
      : { message: messages.badNumber, values: { most } };
  const empty = [olderThanDays, notDownloadedDays, keepNewest].every((text) => text.trim() === '');
  const errors: FieldErrors<PolicyValues> = {
    ...(key.trim() === ''
      ? { key: { message: formMessages.missing } }
      : /^[a-z0-9][a-z0-9_.-]{0,63}$/i.test(key.trim())
        ? {}
        : { key: { message: messages.badKey } }),
    ...(repositories.length === 0 && !local && !remote
      ? { repositories: { message: messages.noRepositories } }
      : {}),
    ...(select === 'all' && empty ? { olderThanDays: { message: messages.noCondition } } : {}),
    ...(/^\d{1,2}$/.test(values.hour.trim()) && Number(values.hour) <= 23
      ? {}
      : { hour: { message: messages.badHour } }),
  };
  const numbers = {
    olderThanDays: whole(olderThanDays, 36_500),
    notDownloadedDays: whole(notDownloadedDays, 36_500),
    keepNewest: select === 'untagged' ? undefined : whole(keepNewest, 10_000),
  };
  return { ...errors, ...Object.fromEntries(Object.entries(numbers).filter(([, error]) => error)) };
}

const FIELDS: Readonly<Record<string, keyof PolicyValues>> = {
  POLICY_EXISTS: 'key',
  BAD_PATTERN: 'include',
};

/**
 * Returns the field that caused a rejection. For an invalid policy, the server returns its name.
 */
export function policyFieldOf({ code = '', body }: HttpFailure): keyof PolicyValues | undefined {
  if (code !== 'BAD_POLICY') return FIELDS[code];
  const { errors } = (body ?? {}) as { errors?: { detail?: string }[] };
  const detail = errors?.[0]?.detail;
  return (Object.keys(NEW_POLICY) as (keyof PolicyValues)[]).find((key) => key === detail);
}
