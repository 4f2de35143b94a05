import { describe, expect, it } from 'vitest';
import { validateCalls } from './backends.ts';
import { matchesCall, segmentsOf } from './callPaths.ts';
import { validateServerParts } from './serverParts.ts';

const call = { methods: ['GET'], path: '/artifactory/api/repositories' };

describe('calls of a manifest', () => {
  it('are valid, or absent', () => {
    expect(validateCalls('tide', undefined)).toEqual({ calls: [] });
    expect(validateCalls('tide', [call])).toEqual({ calls: [call] });
  });

  it.each([
    [{ ...call, path: '/a/../b' }, 'calls[0].path: found "/a/../b", expected a path such as'],
    [{ ...call, path: 'https://example.com' }, 'calls[0].path'],
    [{ ...call, path: '/a/**/b' }, 'calls[0].path'],
    [{ ...call, path: '/**' }, 'calls[0].path: found "/**", expected a path whose first segment'],
    [{ ...call, methods: [] }, 'expected at least one method'],
    [{ ...call, headers: {} }, 'calls[0].headers'],
  ])('are rejected with the reason: %j', (wrong, cause) => {
    expect(validateServerParts('tide', { calls: [wrong] })).toContain(cause);
  });
});

it('matches paths by segment', () => {
  const matches = (pattern: string, path: string) => matchesCall(pattern, segmentsOf(path) ?? []);
  expect(matches('/a/*', '/a/b')).toBe(true);
  expect(matches('/a/*', '/a')).toBe(false);
  expect(matches('/a/*', '/a/b/c')).toBe(false);
  expect(matches('/a/**', '/a/b/c')).toBe(true);
  expect(matches('/a/b', '/a/%62')).toBe(true);
});
