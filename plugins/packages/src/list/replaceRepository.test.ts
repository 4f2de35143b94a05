import { expect, it } from 'vitest';
import { replaceRepository } from './replaceRepository.ts';

it.each([
  ['repo:npm-locla', 'npm-locla', 'repo:NEW'],
  ['repo:re', 're', 'repo:NEW'],
  ['re -REPO=re re', 're', 're -REPO=NEW re'],
  ['repo:npm-local,npm', 'npm', 'repo:npm-local,NEW'],
  ['repo:a,npm,b type:npm', 'npm', 'repo:a,NEW,b type:npm'],
  ['type:npm repo:npm-local repo:npm', 'npm', 'type:npm repo:npm-local repo:NEW'],
  ['repo:"npm",npm-local', 'npm', 'repo:"NEW",npm-local'],
  ['repo:" my npm ","npm"', 'my npm', 'repo:"NEW","npm"'],
  ['"in repo:npm" repo:npm', 'npm', '"in repo:npm" repo:NEW'],
  ['-"in repo:npm" repo:npm', 'npm', '-"in repo:npm" repo:NEW'],
  ['license:"a repo:npm",b repo:npm', 'npm', 'license:"a repo:npm",b repo:NEW'],
  ['@a/repo:npm  repo:npm', 'npm', '@a/repo:npm  repo:NEW'],
  ['repo:np*', 'np*', 'repo:NEW'],
])('the search %j for %j becomes %j', (search, given, expected) => {
  expect(replaceRepository(search, given, 'NEW')).toBe(expected);
  // Special patterns of replacements are plain text.
  expect(replaceRepository(search, given, '$&')).toBe(expected.replace('NEW', () => '$&'));
});
