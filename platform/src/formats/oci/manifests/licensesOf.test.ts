import { describe, expect, it } from 'vitest';
import { evaluateLicenses } from '../../../scanning/policy/evaluateLicenses.ts';
import { licensesOf } from './licensesOf.ts';

describe('the licenses of an image', () => {
  const long = `GPL-3.0-only AND (${Array.from({ length: 60 }, () => 'Apache-2.0').join(' OR ')})`;
  it.each<[string | undefined, string[]]>([
    ['MIT', ['MIT']],
    [' MIT OR (Apache-2.0 AND BSD-3-Clause) ', ['MIT OR (Apache-2.0 AND BSD-3-Clause)']],
    [long, [long]],
    ['MIT, Apache 2.0,MIT', ['MIT', 'Apache-2.0']],
    // A name that SPDX does not know makes it a list of names instead of an expression.
    ['GPL-3.0-only AND Custom', ['GPL-3.0-only', 'Custom']],
    ['(Custom OR GPLv2+) AND Apache 2', ['Custom', 'GPL-2.0-or-later', 'Apache-2.0']],
    ['Custom AND (GPL-3.0-only)', ['Custom', 'GPL-3.0-only']],
    ['GPLv2 or later AND Custom', ['GPL-2.0-or-later', 'Custom']],
    ['x'.repeat(300), ['x'.repeat(300)]],
    ['MIT OR Apache-2.0, BSD-3-Clause', ['MIT OR Apache-2.0', 'BSD-3-Clause']],
    // Text in parentheses after a name belongs to the name.
    ['GNU General Public License v3 or later (GPLv3+)', ['GPL-3.0-or-later']],
    ['MIT (with Commons Clause)', ['MIT (with Commons Clause)']],
    ['', []],
    [undefined, []],
  ])('%j are %j', (text, expected) => {
    expect(licensesOf(text)).toEqual(expected);
  });

  it('include a banned license in an expression of any length', () => {
    const policy = { enabled: true, allowed: [], banned: ['GPL-3.0-only'], unknownViolates: false };
    const longer = `${Array.from({ length: 400 }, () => 'Apache-2.0').join(' AND ')} AND GPL-3.0-only`;
    for (const text of ['GPL-3.0-only AND Custom', long, longer])
      expect(evaluateLicenses(policy, licensesOf(text)).map(({ reason }) => reason)).toEqual(['banned']);
  });

  it('are limited in number for any text', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `a${index}`);
    for (const between of [',', ' AND ', ' OR (', '('])
      expect(licensesOf(many.join(between)).length).toBeLessThanOrEqual(100);
    expect(licensesOf(`MIT AND${' '.repeat(1_000_000)}x`).length).toBeLessThanOrEqual(100);
  });
});
