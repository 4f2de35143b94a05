import { beforeAll, expect, it } from 'vitest';
import { formats } from '../../formats/formats.ts';
import { useFormats } from '../../pipeline/Format.ts';
import { processorMs } from '../../testing/processorMs.ts';
import { allows, comparedDependency } from './comparedDependencies.ts';

beforeAll(() => useFormats(formats));

const compare = (type: string, range: string, text: string) =>
  allows(type, range, comparedDependency(`x${text}`)?.comparisons ?? []);

it.each([
  ['npm', '^1.2.0', '>1.0.0', true],
  ['npm', '^1.2.0', '<1.2.0', false],
  ['npm', '^1.2.0', '>=2.0.0', false],
  ['npm', '1.2.3', '>1.2.2<1.2.4', true],
  ['npm', '1.2.3', '>1.2.3', false],
  ['npm', '<1 || >=3', '>1.5<2', false],
  ['npm', '*', '>5', true],
  ['npm', 'git+https://example.org/x.git', '>0', undefined],
  ['npm', 'latest', '>0', undefined],
  ['cargo', '1.2', '>1.5', true],
  ['cargo', '=1.2.0', '>1.5', false],
  ['cargo', '>=1.2, <1.4', '>=1.4', false],
  ['helm', '>=1.2,<1.4', '<1.3', true],
  ['pypi', '>=1.0,<2.0', '>=2', false],
  ['pypi', '>=1.0,<2.0', '<1.5', true],
  ['pypi', '~=1.4.2', '>=1.5', false],
  ['pypi', '~=1.4', '>=1.5', true],
  ['pypi', '==1.4.*', '=1.4.7', true],
  ['pypi', '==1.4.*', '>=1.5', false],
  ['pypi', '!=1.5', '=1.4', true],
  ['pypi', '*', '>3', true],
  ['pypi', '[socks] >=1.5,<3; python_version < "3.8"', '>=3', false],
  ['pypi', '[socks] >=1.5,<3; python_version < "3.8"', '<2', true],
  ['pypi', '<2; python_version < "3" | >=3', '>=2<3', false],
  ['pypi', '<2; python_version < "3" | >=3', '>4', true],
  ['pypi', '@ https://example.org/x.whl', '>0', undefined],
  ['maven', '2.14.0', '<2.17.1', true],
  ['maven', '2.14.0', '>2.14.0', false],
  ['maven', '[1.0,2.0)', '>=2.0', false],
  ['maven', '(,1.0],[1.2,)', '>1.0<1.2', false],
  ['maven', '(,1.0],[1.2,)', '>5', true],
  ['maven', '[1.0]', '=1.0', true],
  ['maven', '$' + '{log4j.version}', '>0', undefined],
  ['npm', `1.0.${'0'.repeat(300)}`, '>0', undefined],
  ['nuget', '[13.0.1, )', '<13.0.1', false],
  ['nuget', '13.0.1 (net6.0)', '=13.0.1', true],
  ['golang', 'v1.2.3', '<1.3', true],
] as const)('%s %j %s: %s', (type, range, text, found) => {
  expect(compare(type, range, text)).toBe(found);
});

it('splits names and comparisons in linear time', () => {
  expect(comparedDependency('@acme/x')).toBeUndefined();
  expect(comparedDependency('org.acme:x>=1<2')).toEqual({
    name: 'org.acme:x',
    comparisons: [
      { operator: '>=', version: '1' },
      { operator: '<', version: '2' },
    ],
  });
  const taken = processorMs(() => {
    for (const text of ['('.repeat(300), '[1,'.repeat(100), `>=${'1.'.repeat(140)}`])
      for (const type of ['npm', 'pypi', 'maven', 'nuget', 'go']) compare(type, text, '>1');
  });
  expect(taken).toBeLessThan(1000);
});
