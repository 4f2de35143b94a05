import type { PluginAuthorKey, PluginPolicy, PluginTrustedBuild } from '@lading/contract/rest';
import type { FieldErrors } from '@lading/ui/edit';
import { messages } from './messages.ts';
import { badPackage } from './trusted/scope.ts';

/** Of a platform that has no share of its own. */
const GROWTH_PERCENT = 20;

/** The policy as the form shows it. */
export interface PolicyValues extends Required<Omit<PluginPolicy, 'maxGrowthPercent'>> {
  readonly maxGrowthPercent: string;
}

export function valuesOf({
  authorKeys = [],
  builds = [],
  maxGrowthPercent,
  ...policy
}: PluginPolicy): PolicyValues {
  return {
    ...{ untrusted: [], untrustedPublishers: [], signed: false },
    ...policy,
    authorKeys,
    builds,
    maxGrowthPercent: String(maxGrowthPercent ?? GROWTH_PERCENT),
  };
}

export function policyOf({ authorKeys, builds, maxGrowthPercent, ...values }: PolicyValues): PluginPolicy {
  // The server knows since when each key and build has been listed.
  const keys = authorKeys.map(({ added: _, ...key }): PluginAuthorKey => key);
  const trusted = builds.map(({ added: _, ...build }): PluginTrustedBuild => build);
  return { ...values, authorKeys: keys, builds: trusted, maxGrowthPercent: Number(maxGrowthPercent) };
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
  if (values.signed && values.authorKeys.length + values.builds.length === 0)
    errors.authorKeys = { message: messages.noKey };
  if (!/^[1-9]\d{0,3}$/.test(values.maxGrowthPercent))
    errors.maxGrowthPercent = { message: messages.badGrowth };
  return errors;
}
