import type { LicensePolicy, LicenseVerdict } from '@lading/contract/rest';
import parse from 'spdx-expression-parse';
import { coversName } from '../../globs/covers.ts';

export type { LicenseVerdict } from '@lading/contract/rest';

/** From what anybody may use to what nobody may. */
const order = ['fine', 'missing', 'unknown', 'unlisted', 'banned'] as const;
type Verdict = (typeof order)[number];
const worst = (a: Verdict, b: Verdict) => (order.indexOf(a) >= order.indexOf(b) ? a : b);
const best = (a: Verdict, b: Verdict) => (order.indexOf(a) <= order.indexOf(b) ? a : b);

/** Longer than any that people write; what is longer is not taken apart. */
const longestExpression = 2000;

/**
 * What is wrong with the licences that a version names: nothing, or one for each. Of `A OR B` one that may be used is enough, of
 * `A AND B` both must be; where several are named one by one, each must be.
 */
export function judgeLicences(policy: LicensePolicy, named: readonly string[]): LicenseVerdict[] {
  const texts = [...new Set(named.map((text) => text.trim()).filter(Boolean))];
  if (texts.length === 0) return policy.unknownViolates ? [{ license: '', reason: 'missing' }] : [];
  return texts.flatMap((license) => {
    const reason = judgeText(policy, license);
    return reason === 'fine' ? [] : [{ license, reason }];
  });
}

function judgeText(policy: LicensePolicy, text: string): Verdict {
  let parsed: parse.Info | undefined;
  try {
    parsed = text.length <= longestExpression ? parse(text) : undefined;
  } catch {
    // Not SPDX: the text as it stands may still be on one of the lists.
  }
  return parsed ? judge(policy, parsed) : judgeOne(policy, [text], false);
}

function judge(policy: LicensePolicy, info: parse.Info): Verdict {
  if ('conjunction' in info) {
    const [left, right] = [judge(policy, info.left), judge(policy, info.right)];
    return info.conjunction === 'or' ? best(left, right) : worst(left, right);
  }
  const { license, plus, exception } = info as parse.LicenseInfo & { exception?: string };
  const whole = `${license}${plus ? '+' : ''}`;
  // The more particular first: what is said of the licence with its exception holds over what is said of the licence.
  const spellings = [...(exception ? [`${whole} WITH ${exception}`] : []), whole, license];
  // One that a project has made itself is no licence that anybody knows.
  return judgeOne(policy, spellings, !license.startsWith('LicenseRef') && !license.startsWith('DocumentRef'));
}

function judgeOne(
  { allowed, banned, unknownViolates }: LicensePolicy,
  spellings: string[],
  known: boolean,
): Verdict {
  for (const spelling of new Set(spellings)) {
    // By its name or by a pattern: a name says more than a pattern.
    if (listed(banned, spelling, false)) return 'banned';
    if (listed(allowed, spelling, false)) return 'fine';
  }
  if (spellings.some((spelling) => listed(banned, spelling, true))) return 'banned';
  if (spellings.some((spelling) => listed(allowed, spelling, true))) return 'fine';
  if (!known) return unknownViolates ? 'unknown' : 'fine';
  return allowed.length > 0 ? 'unlisted' : 'fine';
}

function listed(list: readonly string[], text: string, patterns: boolean): boolean {
  return list.some((entry) => {
    const isPattern = /[*?]/.test(entry);
    if (isPattern !== patterns) return false;
    return isPattern ? coversName(entry, text) : entry.toLowerCase() === text.toLowerCase();
  });
}
