import { describe, expect, it } from 'vitest';
import { matchesAny } from '../../repositories/names/patterns.ts';
import { checkNewName, checkTag, checkVersion, versionOfTarball } from './names.ts';

describe('names', () => {
  it("accepts names, versions, and tags in npm's format", () => {
    expect(checkNewName('@scope/a.b-c_d')).toBe('@scope/a.b-c_d');
    expect(checkVersion('1.2.3-beta.1')).toBe('1.2.3-beta.1');
    expect(checkTag('next-11')).toBe('next-11');
  });

  it.each(['Capital', '../a', '@/a', '@a/', 'a b', '', '.a', '_a', 'node_modules', 7, undefined])(
    'rejects the name %j',
    (name) => {
      expect(() => checkNewName(name)).toThrow(expect.objectContaining({ status: 400, code: 'BAD_NAME' }));
    },
  );

  it.each(['v1.0.0', '1.0', ' 1.0.0', '1.0.0/..', '01.0.0', '__proto__', null])(
    'rejects the version %j',
    (version) => {
      expect(() => checkVersion(version)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );

  it.each(['1.x', '1.0.0', '*', '__proto__', 'a/b', '', 'x'])('rejects the tag %j', (tag) => {
    expect(() => checkTag(tag)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('extracts the version from a tarball file name', () => {
    expect(versionOfTarball('@a/b', 'b-1.0.0-rc.1.tgz')).toBe('1.0.0-rc.1');
    expect(versionOfTarball('a', 'b-1.0.0.tgz')).toBeUndefined();
    expect(versionOfTarball('a', 'a-.tgz')).toBeUndefined();
  });

  it('matches patterns with wildcards', () => {
    expect(matchesAny('@own/thing', ['@own/*'])).toBe(true);
    expect(matchesAny('own-thing-x', ['own-*-x'])).toBe(true);
    expect(matchesAny('own-x', ['own-*-x'])).toBe(false);
    expect(matchesAny('anything', ['*'])).toBe(true);
    expect(matchesAny('acme.core', ['Acme.*'])).toBe(true);
    expect(matchesAny('lodash', ['lodas'])).toBe(false);
    expect(matchesAny('lodash', [])).toBe(false);
  });
});
