import type { LicensePolicy, LicenseVerdict } from '@lading/contract/rest';
import parse from 'spdx-expression-parse';
import { coversName } from '../../globs/covers.ts';

export type { LicenseVerdict } from '@lading/contract/rest';

/** From acceptable to banned. */
const order = ['fine', 'missing', 'unknown', 'unlisted', 'banned'] as const;
type Verdict = (typeof order)[number];
const worst = (a: Verdict, b: Verdict) => (order.indexOf(a) >= order.indexOf(b) ? a : b);
const best = (a: Verdict, b: Verdict) => (order.indexOf(a) <= order.indexOf(b) ? a : b);

/** Maximum characters; longer expressions are not parsed. */
const maxExpressionLength = 2000;

/**
 * Evaluates the licenses of a version; returns up to one violation for each. `A OR B` requires one
 * allowed license, `A AND B` requires both; of separate licenses, each must be allowed.
 */
export function evaluateLicenses(policy: LicensePolicy, named: readonly string[]): LicenseVerdict[] {
  const texts = [...new Set(named.map((text) => text.trim()).filter(Boolean))];
  if (texts.length === 0) return policy.unknownViolates ? [{ license: '', reason: 'missing' }] : [];
  return texts.flatMap((license) => {
    const reason = evaluateText(policy, license);
    return reason === 'fine' ? [] : [{ license, reason }];
  });
}

function evaluateText(policy: LicensePolicy, text: string): Verdict {
  let parsed: parse.Info | undefined;
  try {
    parsed = text.length <= maxExpressionLength ? parse(text) : undefined;
  } catch {
    // Not SPDX: the whole text may still be on one of the lists.
  }
  return parsed ? evaluate(policy, parsed) : evaluateOne(policy, [text], false);
}

function evaluate(policy: LicensePolicy, info: parse.Info): Verdict {
  if ('conjunction' in info) {
    const [left, right] = [evaluate(policy, info.left), evaluate(policy, info.right)];
    return info.conjunction === 'or' ? best(left, right) : worst(left, right);
  }
  const { license, plus, exception } = info as parse.LicenseInfo & { exception?: string };
  const whole = `${license}${plus ? '+' : ''}`;
  // Most specific first: an entry for the license with its exception overrides one for the license.
  const spellings = [...(exception ? [`${whole} WITH ${exception}`] : []), whole, license];
  // LicenseRef denotes a project's own license, which is unknown.
  return evaluateOne(
    policy,
    spellings,
    !license.startsWith('LicenseRef') && !license.startsWith('DocumentRef'),
  );
}

function evaluateOne(
  { allowed, banned, unknownViolates }: LicensePolicy,
  spellings: string[],
  known: boolean,
): Verdict {
  for (const spelling of new Set(spellings)) {
    // A name takes precedence over a pattern.
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
