import { beforeAll, describe, expect, it } from 'vitest';
import type { Affected } from '../../advisories/Advisory.ts';
import { formats } from '../../formats/formats.ts';
import { versionOrderOf } from '../../packages/versionOrders.ts';
import { useFormats } from '../../pipeline/Format.ts';
import { readOsv } from '../advisories/osv.ts';
import { osv } from '../testing/osvSamples.ts';
import { isIn, spansOf } from './spans.ts';

beforeAll(() => useFormats(formats));

type Event = Record<string, string>;
type Range = { type: string; events: Event[] };

/** Returns the versions affected by an OSV document, in the given order. */
function hit(type: string, ranges: Range[], versions: string[], listed: string[] = []): string[] {
  const document = osv({ name: 'tea', ecosystem: 'any' });
  const [of] = document.affected;
  const { packages } = readOsv({ ...document, affected: [{ ...of, ranges, versions: listed }] });
  const spans = spansOf(type, packages[0]?.affected as Affected[]);
  return versions.filter((version) =>
    spans.some((span) => isIn(span, versionOrderOf(type, version).sortKey) && !span.skipped),
  );
}
const range = (type: string, ...events: Event[]): Range => ({ type, events });

describe('the versions affected by an OSV document', () => {
  it.each<[string, string, Range[], string[], string[]]>([
    [
      'a prerelease of the version in which it is fixed',
      'npm',
      [range('SEMVER', { introduced: '0' }, { fixed: '1.2.0' })],
      ['0.0.0-alpha', '1.2.0-rc.1', '1.1.9+build.7'],
      ['1.2.0', '1.2.0+build', '1.10.0'],
    ],
    [
      'no prerelease of the version that introduced it',
      'npm',
      [range('SEMVER', { introduced: '1.0.0' }, { last_affected: '1.2.0' })],
      ['1.0.0', '1.2.0', '1.2.0-rc.1', '1.2.0+build'],
      ['1.0.0-rc.1', '1.2.1-0', '1.2.1'],
    ],
    [
      'events in any order',
      'npm',
      [range('SEMVER', { fixed: '3.1.0' }, { introduced: '3.0.0' }, { fixed: '1.5.0' }, { introduced: '0' })],
      ['0.1.0', '1.4.9', '3.0.0', '3.0.9'],
      ['1.5.0', '2.9.9', '3.1.0'],
    ],
    [
      'several ranges, one with commits only',
      'npm',
      [
        range('GIT', { introduced: '0' }, { fixed: 'deadbeef' }),
        range('SEMVER', { introduced: '1.0.0' }, { fixed: '1.1.0' }),
        range('ECOSYSTEM', { introduced: '2.0.0' }, { fixed: '2.1.0' }),
      ],
      ['1.0.5', '2.0.5'],
      ['0.9.0', '1.1.0', '2.1.0'],
    ],
    [
      'versions up to the limit',
      'npm',
      [range('SEMVER', { introduced: '1.0.0' }, { limit: '2.0.0' })],
      ['1.0.0', '1.9.9'],
      ['0.9.0', '2.0.0', '3.0.0'],
    ],
    [
      'versions below any of several limits',
      'npm',
      [range('SEMVER', { introduced: '0' }, { fixed: '4.0.0' }, { limit: '2.0.0' }, { limit: '3.0.0' })],
      ['1.0.0', '2.5.0'],
      ['3.0.0', '3.5.0'],
    ],
    [
      'all versions if the limit is unlimited',
      'npm',
      [range('SEMVER', { introduced: '1.0.0' }, { limit: '*' }, { limit: '2.0.0' })],
      ['1.0.0', '3.0.0'],
      ['0.9.0'],
    ],
    [
      'a single version',
      'npm',
      [range('SEMVER', { introduced: '1.0.0' }, { last_affected: '1.0.0' })],
      ['1.0.0'],
      ['1.0.1', '0.9.9', '1.0.0-rc.1'],
    ],
    [
      'epochs, post-releases, dev releases, and local versions of Python',
      'pypi',
      [range('ECOSYSTEM', { introduced: '0' }, { fixed: '1!2.0' })],
      ['99.0', '1!1.9.post1', '1!2.0.dev1', '1!2.0rc1'],
      ['1!2.0', '1!2', '1!2.0.0', '1!2.0.post1', '1!2.0+ubuntu.1', '2!0.1'],
    ],
    [
      'alternative spellings of Python versions',
      'pypi',
      [range('ECOSYSTEM', { introduced: '1.0-ALPHA.1' }, { last_affected: 'v1.0.0' })],
      ['1.0a1', '1.0.0rc1', '1.0', '1.0.0.0'],
      ['1.0.dev1', '1.0.post1', '1.0.1'],
    ],
    [
      'Maven qualifiers',
      'maven',
      [range('ECOSYSTEM', { introduced: '1.0-beta-2' }, { fixed: '1.0.1' })],
      [
        '1.0-beta-2',
        '1.0-b3',
        '1.0-milestone-1',
        '1.0-rc1',
        '1.0-CR2',
        '1.0-SNAPSHOT',
        '1',
        '1.0.Final',
        '1.0-ga',
        '1.0-sp-1',
        '1.0-jre',
        '1.0.1-SNAPSHOT',
      ],
      ['1.0-alpha-9', '1.0-beta-1', '1.0.1', '1.0.1.Final', '1.0.10'],
    ],
    [
      'Go pseudo-versions, and modules without a go.mod',
      'golang',
      [
        range('SEMVER', { introduced: '0' }, { fixed: '0.0.0-20200622213623-75b288015ac9' }),
        range('SEMVER', { introduced: '3.0.0+incompatible' }, { fixed: '3.2.1+incompatible' }),
      ],
      ['v0.0.0-20191109021931-daa7c04131f5', 'v3.2.0+incompatible', 'v3.0.0+incompatible'],
      [
        'v0.0.0-20200622213623-75b288015ac9',
        'v0.1.0',
        'v3.2.1+incompatible',
        'v2.9.0+incompatible',
        'v3.3.0',
      ],
    ],
    [
      'Go pseudo-versions after a release and after a prerelease',
      'golang',
      [range('SEMVER', { introduced: '1.2.4-0.20190101000000-aaaaaaaaaaaa' }, { fixed: '1.2.4' })],
      ['v1.2.4-0.20190101000000-aaaaaaaaaaaa', 'v1.2.4-0.20200101000000-000000000000', 'v1.2.4-pre'],
      ['v1.2.3', 'v1.2.4-0.20180101000000-ffffffffffff', 'v1.2.4'],
    ],
    [
      'NuGet versions with four numbers, and capitals',
      'nuget',
      [range('ECOSYSTEM', { introduced: '1.0.0.1' }, { fixed: '2.0.0-RC.2' })],
      ['1.0.0.1', '1.0.0.10', '1.5', '2.0.0-beta', '2.0.0-rc.1'],
      ['1.0.0', '1.0.0.0', '1.0', '2.0.0-rc.2', '2.0.0-RC.10', '2.0.0.0'],
    ],
    [
      'no versions that are invalid in the format',
      'cargo',
      [range('SEMVER', { introduced: '0.0.0-0' }, { fixed: '0.3.0' })],
      ['0.0.0', '0.2.9', '0.3.0-alpha.1'],
      ['0.3.0', '0.3.0+build'],
    ],
  ])('%s', (_what, type, ranges, affected, sound) => {
    expect(hit(type, ranges, [...affected, ...sound])).toEqual(affected);
  });

  it.each([
    ['<= 1.6.0', ['1.0.0', '1.6.0'], ['1.6.1', '2.0.0', '0.9.0']],
    ['< 1.6.0', ['1.0.0', '1.5.9'], ['1.6.0', '0.9.0']],
    // Other notations are ignored.
    ['about 1.6', ['1.0.0', '9.0.0'], ['0.9.0']],
  ])(
    'end with the last known affected version (%s) if no other event ends them',
    (known, affected, sound) => {
      const all = [...affected, ...sound];
      const document = osv({ name: 'tea' });
      const asGiven = (events: Event[]) => {
        const ranges = [range('ECOSYSTEM', ...events)];
        const of = { package: { ecosystem: 'npm', name: 'tea' }, ranges };
        const facts = { database_specific: { last_known_affected_version_range: known } };
        const { packages } = readOsv({ ...document, affected: [{ ...of, ...facts }] });
        const spans = spansOf('npm', packages[0]?.affected as Affected[]);
        return all.filter((version) =>
          spans.some((span) => isIn(span, versionOrderOf('npm', version).sortKey)),
        );
      };
      expect(asGiven([{ introduced: '1.0.0' }])).toEqual(affected);
      expect(asGiven([{ introduced: '0' }, { fixed: '99.0.0' }])).toEqual(all);
    },
  );

  it('include versions listed in addition to ranges, in any spelling', () => {
    const ranges = [range('ECOSYSTEM', { introduced: '2.0' }, { fixed: '2.1' })];
    expect(hit('pypi', ranges, ['1.0', '1.0.0', '1.1', '2.0.5', '2.1'], ['1.0.0', '2.0'])).toEqual([
      '1.0',
      '1.0.0',
      '2.0.5',
    ]);
    expect(hit('nuget', [], ['1.0', '1.0.0.1'], ['1.0.0.0'])).toEqual(['1.0']);
  });
});
