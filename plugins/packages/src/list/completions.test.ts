import { describe, expect, it } from 'vitest';
import { completionsOf, typedProject } from './completions.ts';

const known = {
  types: ['npm', 'maven', 'docker'],
  repositories: ['npm-local', 'libs-npm'],
  licenses: ['MIT', 'GPL 3'],
  projects: [
    { key: 'tea', name: 'Tea and Biscuits' },
    { key: 'rum', name: 'Rum' },
  ],
};
const labels = (text: string, cursor = text.length) =>
  completionsOf(text, cursor, known).map(({ label }) => label);

describe('completions of a search', () => {
  it.each([
    ['ty', ['type:']],
    ['react -lic', ['license:']],
    ['ver', ['version:', 'versions>=']],
    ['type:', ['npm', 'maven', 'docker']],
    ['type:npm,m', ['maven', 'npm']],
    ['repo:npm', ['npm-local', 'libs-npm']],
    ['severity>=h', ['high']],
    ['SEVERITY:h', ['high']],
    ['project:', ['tea', 'rum']],
    ['react project:r', ['rum']],
    ['project:biscuits', ['tea']],
    ['project:rum,t', ['tea']],
    ['constructor:', []],
    ['dependency:log4j', ['log4j>=', 'log4j<']],
    ['dependency:a>1,b', ['b>=', 'b<']],
    ['dependency:log4j<', []],
    ['dependency:@babel/*', []],
    ['-dependency:log4j', []],
    ['react ', []],
    ['modified>', []],
    ['type:npm', []],
    ['licence', ['license:']],
    ['licence:MIT', ['license:']],
    ['tpye:', ['type:']],
    ['react -repository:npm', ['repo:']],
    ['type:npmm', ['npm']],
    ['type:mavne', ['maven']],
    ['repo:libs-nmp', ['libs-npm']],
    ['severity>=hihg', ['high']],
    ['severity:mediun', ['medium']],
    ['type:np', ['npm']],
    ['type:go', []],
    ['org.acme:http', []],
  ])('after %j are %j', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it('replace the word at the cursor, and quote values with spaces', () => {
    expect(completionsOf('a -li b', 5, known)[0]).toEqual({
      label: 'license:',
      text: 'a -license: b',
      cursor: 11,
    });
    expect(completionsOf('license:mit,g', 13, known)[0]).toEqual({
      label: 'GPL 3',
      text: 'license:mit,"GPL 3"',
      cursor: 19,
    });
  });
});

it.each([
  ['project:te', 'te'],
  ['react project:tea,r', 'r'],
  ['project:', ''],
  ['react', undefined],
  ['project:tea react', undefined],
])('the project that is typed in %j is %j', (text, typed) => {
  expect(typedProject(text, text.length)).toBe(typed);
});
