import { describe, expect, it } from 'vitest';
import { parseNpmPath } from './npmPath.ts';

describe('parseNpmPath', () => {
  it.each([
    ['', { kind: 'root' }],
    ['-/ping', { kind: 'ping' }],
    ['-/ping/', { kind: 'ping' }],
    ['-/v1/search', { kind: 'search' }],
    ['lodash', { kind: 'package', name: 'lodash' }],
    ['JSONStream', { kind: 'package', name: 'JSONStream' }],
    ['@a%2fb', { kind: 'package', name: '@a/b' }],
    ['@a%2Fb', { kind: 'package', name: '@a/b' }],
    ['@a/b', { kind: 'package', name: '@a/b' }],
    ['%40a%2fb', { kind: 'package', name: '@a/b' }],
    ['lodash/4.17.21', { kind: 'version', name: 'lodash', version: '4.17.21' }],
    ['@a/b/latest', { kind: 'version', name: '@a/b', version: 'latest' }],
    ['lodash/-/lodash-1.0.0.tgz', { kind: 'tarball', name: 'lodash', file: 'lodash-1.0.0.tgz' }],
    ['@a/b/-/b-1.0.0.tgz', { kind: 'tarball', name: '@a/b', file: 'b-1.0.0.tgz' }],
    ['@a%2fb/-/b-1.0.0.tgz', { kind: 'tarball', name: '@a/b', file: 'b-1.0.0.tgz' }],
    ['@a/b/-/@a/b-1.0.0.tgz', { kind: 'tarball', name: '@a/b', file: 'b-1.0.0.tgz' }],
    ['@a/b/-/@a%2fb-1.0.0.tgz', { kind: 'tarball', name: '@a/b', file: 'b-1.0.0.tgz' }],
    ['a/-/a-1.0.0.tgz/-rev/3-x', { kind: 'tarball', name: 'a', file: 'a-1.0.0.tgz', rev: '3-x' }],
    ['a/-rev/3-x', { kind: 'package', name: 'a', rev: '3-x' }],
    ['@a%2fb/-rev/3-x', { kind: 'package', name: '@a/b', rev: '3-x' }],
    ['-/package/@a%2fb/dist-tags', { kind: 'distTags', name: '@a/b' }],
    ['-/package/a/dist-tags/next', { kind: 'distTag', name: 'a', tag: 'next' }],
    ['-/user/org.couchdb.user:me', { kind: 'user', userName: 'me' }],
    ['-/user/org.couchdb.user:me/-rev/undefined', { kind: 'user', userName: 'me' }],
    ['-/user/token/abc', { kind: 'token', token: 'abc' }],
    ['-/npm/v1/tokens', { kind: 'tokens' }],
    ['-/npm/v1/tokens/token/abc', { kind: 'tokenKey', key: 'abc' }],
    ['-/v1/login/done', { kind: 'webLoginDone' }],
    ['constructor', { kind: 'package', name: 'constructor' }],
  ])('parses %s', (raw, expected) => {
    expect(parseNpmPath(raw)).toEqual(expected);
  });

  it.each([
    ['..', 400],
    ['a/../b', 400],
    ['%2e%2e', 400],
    ['a%2fb', 400],
    ['@a%2f..', 400],
    ['@a%2f%2e%2e/-/x.tgz', 400],
    ['a//b', 400],
    ['a%00', 400],
    ['a%5c..', 400],
    ['%ff', 400],
    ['_design/app', 400],
    ['.npmrc', 400],
    ['@a', 400],
    ['-/package/..%2f/dist-tags', 400],
    ['a/-/../../etc/passwd', 400],
    ['a/-/..%2f..%2fpasswd.tgz', 400],
    ['a/b/c', 404],
    ['a/-/a.zip', 404],
    ['a/-/@b/a-1.0.0.tgz', 404],
    ['-/all', 404],
    ['-/npm/v1/tokens/token', 404],
    ['-/user/someone', 404],
    [`${'a'.repeat(215)}`, 400],
  ])('rejects %s with %i', (raw, status) => {
    expect(() => parseNpmPath(raw)).toThrow(expect.objectContaining({ status }));
  });
});
