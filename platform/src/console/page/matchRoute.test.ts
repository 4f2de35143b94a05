import { describe, expect, it } from 'vitest';
import { rankOf } from './matchRoute.ts';

describe('matchRoute', () => {
  it.each([
    ['/packages', '/packages'],
    ['/packages', '/Packages/'],
    ['/packages/:id?/:version?', '/packages'],
    ['/packages/:id?/:version?', '/packages/npm%3A%2F%2Fa/1.0.0'],
    ['/admin/*', '/admin/a/b'],
    ['/admin/*', '/admin'],
  ])('%s matches %s', (pattern, path) => {
    expect(rankOf(pattern, path)).toBeGreaterThan(0);
  });

  it.each([
    ['/packages', '/'],
    ['/packages', '/package'],
    ['/packages/:id', '/packages'],
    ['/packages/:id', '/packages/a/b'],
  ])('%s does not match %s', (pattern, path) => {
    expect(rankOf(pattern, path)).toBeUndefined();
  });

  it('prefers routes with more fixed segments', () => {
    expect(rankOf('/packages/new', '/packages/new')).toBeGreaterThan(
      rankOf('/packages/:id', '/packages/new') ?? 0,
    );
    expect(rankOf('/packages/:id', '/packages/new')).toBeGreaterThan(
      rankOf('/packages/*', '/packages/new') ?? 0,
    );
  });
});
