import { describe, expect, it } from 'vitest';
import type { Affected } from './Advisory.ts';
import { baseScore } from './cvss.ts';
import { vulnerableRange } from './vulnerableRange.ts';

describe('baseScore', () => {
  // Examples of the specification's own document.
  it.each([
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8],
    ['CVSS:3.1/AV:P/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
    ['CVSS:3.1/AV:N', undefined],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', 9.3],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H', 10],
    ['AV:N/AC:L/Au:N/C:P/I:P/A:P', 7.5],
    ['CVSS:4.0/AV:N/AC:L', undefined],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:X', undefined],
    ['CVSS:3.1/__proto__:x', undefined],
    // Refused at once, and not only after trying every way of parting it.
    [`A:${'BBBBB:'.repeat(45)}B!`, undefined],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:P/U:Amber', 8.9],
    ['nonsense', undefined],
  ])('of %s is %s', (vector, score) => {
    expect(baseScore(vector)).toBe(score);
  });
});

describe('vulnerableRange', () => {
  const range = (events: Affected['ranges'][number]['events'], type = 'SEMVER') => [
    { ranges: [{ type, events }], versions: ['1.0.9'] },
  ];

  it.each<[Affected[], string | undefined]>([
    [range([{ introduced: '0' }, { fixed: '1.2.0' }]), '<1.2.0'],
    [range([{ introduced: '1.0.0' }, { last_affected: '1.4.0' }]), '>=1.0.0 <=1.4.0'],
    [
      range([{ introduced: '1.0.0' }, { fixed: '1.1.0' }, { introduced: '2.0.0' }]),
      '>=1.0.0 <1.1.0 || >=2.0.0',
    ],
    [range([{ introduced: '0' }]), '*'],
    [[{ ranges: [], versions: ['1.0.0', '1.0.1', 'nonsense'] }], '1.0.0 || 1.0.1'],
    [range([{ introduced: '0' }], 'GIT'), '1.0.9'],
    [range([{ introduced: '0' }, { fixed: 'nonsense here' }]), '1.0.9'],
    // In whatever order the events stand, and with what is listed beside them.
    [
      range([{ fixed: '3.1.0' }, { introduced: '3.0.0' }, { fixed: '1.5.0' }, { introduced: '0' }]),
      '<1.5.0 || >=3.0.0 <3.1.0',
    ],
    [range([{ introduced: '2.0.0' }, { limit: '3.0.0' }]), '>=2.0.0 <3.0.0 || 1.0.9'],
    [[], undefined],
  ])('of %j is %s', (affected, expected) => {
    expect(vulnerableRange(affected)).toBe(expected);
  });
});
