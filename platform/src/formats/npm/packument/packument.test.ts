import { describe, expect, it } from 'vitest';
import { readPackument, versionOfFile } from '../upstream/reading/readPackument.ts';
import { completeManifest } from './localPackument.ts';
import { mergePackuments } from './mergePackuments.ts';
import { RenderCache } from './RenderCache.ts';
import { shortManifest } from './shortManifest.ts';
import { withAddresses } from './tarballMark.ts';

describe('tarball URLs', () => {
  it('are inserted where they belong and nowhere else', () => {
    const readme = 'text with "tarball":"lading:nothing" in it';
    const manifest = JSON.stringify({ name: 'a', readme });
    const text = Buffer.from(
      completeManifest('@s/a', { version: '1.0.0', manifest, dist: '{"shasum":"00"}' }),
    );
    const base = 'http://host/artifactory/api/npm/npm/';
    expect(JSON.parse(withAddresses(text, base).toString())).toEqual({
      name: 'a',
      readme,
      dist: { tarball: `${base}@s/a/-/a-1.0.0.tgz`, shasum: '00' },
    });
  });
});

describe('shortManifest', () => {
  it('keeps the fields needed for installing', () => {
    const manifest = {
      name: 'a',
      version: '1.0.0',
      scripts: { install: 'x' },
      readme: 'long',
      bundledDependencies: ['b'],
    };
    expect(shortManifest(manifest)).toEqual({
      name: 'a',
      version: '1.0.0',
      bundleDependencies: ['b'],
      hasInstallScript: true,
    });
    expect(shortManifest({ name: 'a', scripts: { test: 'x' } })).toEqual({ name: 'a' });
  });
});

describe('mergePackuments', () => {
  it('gives precedence to earlier packuments', () => {
    const ours = {
      name: 'a',
      'dist-tags': { latest: '1' },
      versions: { 1: 'ours' },
      time: { 1: 't1', modified: '2020' },
    };
    const theirs = {
      name: 'a',
      'dist-tags': { latest: '2', next: '3' },
      versions: { 1: 'theirs', 2: 'theirs' },
      time: { 2: 't2', modified: '2021' },
    };
    const merged = mergePackuments([ours, theirs].map((each) => Buffer.from(JSON.stringify(each))));
    expect(JSON.parse(merged.toString())).toEqual({
      name: 'a',
      'dist-tags': { latest: '1', next: '3' },
      versions: { 1: 'ours', 2: 'theirs' },
      time: { 1: 't1', 2: 't2', modified: '2021' },
    });
  });
});

describe('RenderCache', () => {
  it('renders once per stamp', async () => {
    const cache = new RenderCache();
    let rendered = 0;
    const render = async () => Buffer.from(`body ${++rendered}`);
    const all = await Promise.all([cache.plain('k', '1', render), cache.plain('k', '1', render)]);
    expect(all.map(({ body }) => body.toString())).toEqual(['body 1', 'body 1']);
    const zipped = await cache.gzipped('k', '1', render);
    expect(zipped.etag).toBe(all[0]?.etag);
    expect((await cache.plain('k', '2', render)).body.toString()).toBe('body 2');
    expect((await cache.plain('k', '2', render)).etag).not.toBe(zipped.etag);
    await expect(cache.plain('k', '3', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await cache.plain('k', '3', render)).body.toString()).toBe('body 3');
  });
});

describe('readPackument', () => {
  const base = 'http://up/';
  const version = (tarball: unknown, more = {}) => ({
    name: 'a',
    ...more,
    dist: { tarball, shasum: '00', integrity: 7 },
  });
  const readAny = (value: unknown) =>
    readPackument(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), 'a', 'full', base);

  const read = (value: unknown) => {
    const packument = readAny(value);
    return packument === 'none' ? undefined : packument;
  };

  it('distinguishes a package without versions from an invalid packument', () => {
    expect(readAny({ name: 'a', versions: {} })).toBe('none');
    expect(readAny({ name: 'a', time: { unpublished: {} } })).toBe('none');
    expect(readAny({ name: 'a' })).toBeUndefined();
  });

  it('keeps the valid parts', () => {
    const packument = read({
      name: 'a',
      _rev: '7',
      'dist-tags': { latest: '1.0.0', gone: '9.0.0', bad: 7 },
      versions: {
        '1.0.0': version('http://up/a/-/a-1.0.0.tgz'),
        '1.0.1': version('http://elsewhere/odd.tgz'),
        '../../x': version('http://up/x'),
        '1.0.2': version(7),
        '1.0.3': 'nonsense',
      },
    });
    expect(packument?.tags).toEqual({ latest: '1.0.0' });
    expect([...(packument?.dists ?? [])]).toEqual([
      ['1.0.0', { shasum: '00' }],
      ['1.0.1', { shasum: '00', url: 'http://elsewhere/odd.tgz' }],
    ]);
    const kept = JSON.parse(String(packument?.text));
    expect(Object.keys(kept.versions)).toEqual(['1.0.0', '1.0.1']);
    expect(kept).not.toHaveProperty('_rev');
    const dists = packument?.dists ?? new Map();
    expect(['a-1.0.0.tgz', 'odd.tgz', 'a-2.0.0.tgz'].map((file) => versionOfFile('a', file, dists))).toEqual([
      '1.0.0',
      '1.0.1',
      undefined,
    ]);
  });

  it.each([
    '',
    '[]',
    'null',
    '{}',
    '{"name":"a"}',
    '{"name":"a","versions":[]}',
    '{"name":"b","versions":{"1.0.0":{"dist":{"tarball":"x"}}}}',
  ])('rejects %s as a packument', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
