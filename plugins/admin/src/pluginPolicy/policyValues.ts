import type { PluginAuthorKey, PluginPolicy } from '@lading/contract/rest';
import type { FieldErrors } from '@lading/ui/edit';
import { messages } from './messages.ts';
import { badPackage } from './trusted/scope.ts';

/** Of a platform that has no share of its own. */
const GROWTH_PERCENT = 20;

/** The policy as the form shows it. */
export interface PolicyValues
  extends Required<Omit<PluginPolicy, 'builds' | 'maxGrowthPercent'>>,
    Pick<PluginPolicy, 'builds'> {
  readonly maxGrowthPercent: string;
}

export function valuesOf({ authorKeys = [], maxGrowthPercent, ...policy }: PluginPolicy): PolicyValues {
  return {
    ...{ untrusted: [], untrustedPublishers: [], signed: false },
    ...policy,
    authorKeys,
    maxGrowthPercent: String(maxGrowthPercent ?? GROWTH_PERCENT),
  };
}

export function policyOf({ authorKeys, maxGrowthPercent, ...values }: PolicyValues): PluginPolicy {
  // The server knows since when each key has been listed.
  const keys = authorKeys.map(({ added: _, ...key }): PluginAuthorKey => key);
  return { ...values, authorKeys: keys, maxGrowthPercent: Number(maxGrowthPercent) };
}

/** Finds values that the platform would reject, before the request is sent. */
export function check(values: PolicyValues): FieldErrors<PolicyValues> {
  const errors: FieldErrors<PolicyValues> = {};
  for (const field of ['packages', 'untrusted'] as const) {
    const error = badPackage(values[field]);
    if (error) errors[field] = error;
  }
  for (const field of ['publishers', 'untrustedPublishers'] as const) {
    const entry = values[field].find((each) => /\s/.test(each));
    if (entry !== undefined) errors[field] = { message: messages.badPublisher, values: { entry } };
  }
  // Otherwise no plugin could be turned on any more.
  if (values.signed && values.authorKeys.length + (values.builds?.length ?? 0) === 0)
    errors.authorKeys = { message: messages.noKey };
  if (!/^[1-9]\d{0,3}$/.test(values.maxGrowthPercent))
    errors.maxGrowthPercent = { message: messages.badGrowth };
  return errors;
}
