import type { PluginAuthorKey, PluginPolicy } from '@lading/contract/rest';
import type { FieldErrors } from '@lading/ui/edit';
import { messages } from './messages.ts';

const PACKAGE = /^(@[a-z0-9~][a-z0-9._~-]*|(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._-]*)$/;
/** Ed25519 in DER form, in base64. */
const KEY = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** Of a platform that has no share of its own. */
const GROWTH_PERCENT = 20;

/** The policy as the form shows it. */
export interface PolicyValues
  extends Required<Omit<PluginPolicy, 'authorKeys' | 'builds' | 'maxGrowthPercent'>>,
    Pick<PluginPolicy, 'builds'> {
  /** One per line: `NAME: KEY`, and the packages and scopes that it is trusted for. */
  readonly authorKeys: string[];
  readonly maxGrowthPercent: string;
}

export function valuesOf({ authorKeys = [], maxGrowthPercent, ...policy }: PluginPolicy): PolicyValues {
  return {
    ...{ untrusted: [], untrustedPublishers: [], signed: false },
    ...policy,
    authorKeys: authorKeys.map(
      ({ name, publicKey, packages }) => `${name}: ${[publicKey, ...packages].join(' ')}`,
    ),
    maxGrowthPercent: String(maxGrowthPercent ?? GROWTH_PERCENT),
  };
}

export function policyOf({ authorKeys, maxGrowthPercent, ...values }: PolicyValues): PluginPolicy {
  return { ...values, authorKeys: authorKeys.map(keyIn), maxGrowthPercent: Number(maxGrowthPercent) };
}

function keyIn(line: string): PluginAuthorKey {
  const colon = line.indexOf(':');
  const [publicKey = '', ...packages] = line
    .slice(colon + 1)
    .trim()
    .split(/[\s,]+/);
  return { name: line.slice(0, Math.max(colon, 0)).trim(), publicKey, packages };
}

/** Finds values that the platform would reject, before the request is sent. */
export function check(values: PolicyValues): FieldErrors<PolicyValues> {
  const errors: FieldErrors<PolicyValues> = {};
  for (const field of ['packages', 'untrusted'] as const) {
    const entry = values[field].find((each) => !PACKAGE.test(each));
    if (entry !== undefined) errors[field] = { message: messages.badPackage, values: { entry } };
  }
  for (const field of ['publishers', 'untrustedPublishers'] as const) {
    const entry = values[field].find((each) => /\s/.test(each));
    if (entry !== undefined) errors[field] = { message: messages.badPublisher, values: { entry } };
  }
  const entry = values.authorKeys.find((line) => {
    const { name, publicKey, packages } = keyIn(line);
    return name === '' || !KEY.test(publicKey) || packages.some((each) => !PACKAGE.test(each));
  });
  if (entry !== undefined) errors.authorKeys = { message: messages.badKey, values: { entry } };
  // Otherwise no plugin could be turned on any more.
  else if (values.signed && values.authorKeys.length + (values.builds?.length ?? 0) === 0)
    errors.authorKeys = { message: messages.noKey };
  if (!/^[1-9]\d{0,3}$/.test(values.maxGrowthPercent))
    errors.maxGrowthPercent = { message: messages.badGrowth };
  return errors;
}
