import type { LicensePolicy } from '@lading/contract/rest';
import { describe, expect, it } from 'vitest';
import { evaluateLicenses } from './evaluateLicenses.ts';

const policy = (given: Partial<LicensePolicy>): LicensePolicy => ({
  ...{ enabled: true, allowed: [], banned: [], unknownViolates: true },
  ...given,
});
const reasons = (given: Partial<LicensePolicy>, ...named: string[]) =>
  evaluateLicenses(policy(given), named).map(({ reason }) => reason);

describe('licenses against a policy', () => {
  it.each<[Partial<LicensePolicy>, string[], string[]]>([
    [{ banned: ['GPL-3.0-only'] }, ['GPL-3.0-only'], ['banned']],
    [{ banned: ['GPL-3.0-only'] }, ['MIT'], []],
    [{ banned: ['GPL-*'] }, ['gpl-2.0-or-later'], ['banned']],
    [{ banned: ['GPL-*'] }, ['GPL-2.0-or-later'], ['banned']],
    [{ banned: ['AGPL-*'] }, ['GPL-2.0-or-later'], []],
    [{ allowed: ['MIT', 'Apache-2.0'] }, ['BSD-3-Clause'], ['unlisted']],
    [{ allowed: ['MIT', 'BSD-?-Clause'] }, ['BSD-3-Clause'], []],
    // OR requires one of them, AND requires both.
    [{ banned: ['GPL-*'] }, ['(MIT OR GPL-3.0-only)'], []],
    [{ banned: ['GPL-*'] }, ['MIT AND GPL-3.0-only'], ['banned']],
    [{ allowed: ['MIT'] }, ['MIT AND (ISC OR MIT)'], []],
    [{ allowed: ['MIT'] }, ['MIT AND (ISC OR GPL-3.0-only)'], ['unlisted']],
    // All of several separate licenses must pass.
    [{ banned: ['GPL-*'] }, ['MIT', 'GPL-2.0-only'], ['banned']],
    // With an exception, and with later versions.
    [{ banned: ['GPL-2.0-only'] }, ['GPL-2.0-only WITH Classpath-exception-2.0'], ['banned']],
    [
      { banned: ['GPL-*'], allowed: ['GPL-2.0-only WITH Classpath-exception-2.0'] },
      ['GPL-2.0-only WITH Classpath-exception-2.0'],
      [],
    ],
    [{ banned: ['GPL-2.0'] }, ['GPL-2.0+'], ['banned']],
    // A name takes precedence over a pattern.
    [{ banned: ['*'], allowed: ['MIT'] }, ['MIT', 'ISC'], ['banned']],
    // Not in SPDX.
    [{}, ['SEE LICENSE IN LICENSE.md'], ['unknown']],
    [{}, ['Apache 2'], ['unknown']],
    [{}, ['LicenseRef-Acme'], ['unknown']],
    [{ allowed: ['LicenseRef-Acme*', 'MIT'] }, ['LicenseRef-Acme-1'], []],
    [{ allowed: ['Our own'] }, ['our OWN'], []],
    [{}, [], ['missing']],
    [{}, ['', '  '], ['missing']],
    [{ unknownViolates: false }, [], []],
    [{ unknownViolates: false }, ['Apache 2'], []],
    [{}, ['('.repeat(3000)], ['unknown']],
  ])('%j judges %j', (given, named, expected) => {
    expect(reasons(given, ...named)).toEqual(expected);
  });

  it('takes no time for a pattern designed for backtracking', () => {
    const pattern = `${'*a'.repeat(100)}*b`;
    expect(reasons({ banned: [pattern] }, 'a'.repeat(10_000))).toEqual(['unknown']);
  });
});
