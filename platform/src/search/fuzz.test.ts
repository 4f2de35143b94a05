import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../archives/ArchiveBytes.ts';
import { zipOf } from '../archives/testing/zipOf.ts';
import { fuzzRounds, mutate, randomNumbers } from '../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { listArchive, maxEntries } from './archives/readArchive.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  for (const path of ['a/b/one.txt;qa=passed', 'lib/lib-1.0.jar'])
    await platform.app.inject({
      method: 'PUT',
      url: `/artifactory/generic-local/${path}`,
      headers: { authorization: platform.adminAuth },
      payload: Buffer.from(path),
    });
});
afterAll(() => platform?.close());

const queries = [
  'items.find({"repo": "generic-local", "$or": [{"name": {"$match": "*.txt"}}, {"@qa": {"$eq": "passed"}}], ' +
    '"size": {"$gt": 0}, "created": {"$last": "2d"}, "path": {"$nmatch": "x?y*"}})' +
    '.include("name", "repo", "property.*", "stat").sort({"$desc": ["created", "name"]}).offset(0).limit(10)',
  'items.find({"artifact.module.build.name": "app", "archive.entry.name": {"$match": "*.class"}, "property.value": "x"})',
  'builds.find({"name": {"$match": "a*"}, "@env": "prod", "module.name": "m", "started": {"$last": "2d"}}).include("name")',
  'archive.entries.find({"name": {"$match": "*.class"}, "archive.item.repo": "x"}).include("name", "archive.item")',
  'properties.find({"key": {"$match": "q*"}, "item.repo": "generic-local"}).sort({"$asc": ["key"]})',
];
const words = [
  '"',
  '{',
  '}',
  '[',
  ']',
  '$and',
  '$match',
  '@',
  '\\u0000',
  '\\ud800',
  "'--",
  '1e999',
  '9999y',
  '%',
  '\0',
  '2w',
  'items',
];

const addresses = [
  '/ui/api/v1/search/artifacts?name=li*b&repo=generic-local&path=a/b&properties=qa=passed&after=2020-01-01&sort_by=modified&limit=5',
  '/ui/api/v1/search/artifacts?searchType=archive&name=*.class&excludeInnerClasses=true&searchClassOnly=true',
  '/ui/api/v1/search/artifacts?pkg=npm%3A%2F%2Fa&scope=a&licenses=MIT,ISC&tags=a*&version=1.*&branch=main&propertySets=a&sort_by=size',
  '/ui/api/v1/search/artifacts?cve=CVE-2024-1&severities=high,low&packageQuery=pad&description=x&sort_by=repo&sort_type=desc',
  '/ui/api/v1/search/suggestions?query=lib',
  '/artifactory/api/search/artifact?name=lib*&repos=generic-local',
  '/artifactory/api/search/checksum?md5=0cc175b9c0f1b6a831c399e269772661',
  '/artifactory/api/search/prop?qa=pass*&x=1,2',
  '/artifactory/api/search/dates?from=0&to=1700000000000&dateFields=created,lastModified',
  '/artifactory/api/search/gavc?g=org.acme&a=lib&v=1.*',
];
const addressWords = [
  '%',
  '%00',
  '%25',
  '*',
  '?',
  '&',
  '=',
  '%ff',
  '%27',
  '\\',
  '%F0%9F',
  '&&',
  '_',
  'endCursor=',
  '%0d%0a',
  '&limit=1000',
];

describe('mutated input', { timeout: 90_000 + fuzzRounds * 50 }, () => {
  it('never fails with a server error as a query', async () => {
    const random = randomNumbers(520);
    const outcomes = new Map<number, number>();
    for (let round = 0; round < fuzzRounds; round++) {
      const payload = mutate(Buffer.from(queries[round % queries.length] ?? ''), random, words);
      const answer = await platform.app.inject({
        method: 'POST',
        url: '/artifactory/api/search/aql',
        headers: { authorization: platform.adminAuth, 'content-type': 'text/plain' },
        payload,
      });
      expect([200, 400], `${payload.toString()} ${answer.body}`).toContain(answer.statusCode);
      outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
    }
    expect(outcomes.get(400)).toBeGreaterThan(0);
  });

  it('never fails with a server error as a URL', async () => {
    const random = randomNumbers(521);
    for (let round = 0; round < fuzzRounds; round++) {
      const address = addresses[round % addresses.length] ?? '';
      const at = address.indexOf('?') + 1;
      const broken = mutate(Buffer.from(address.slice(at)), random, addressWords).toString('latin1');
      const url =
        address.slice(0, at) + [...broken].filter((c) => c > ' ' && c < '\x7f' && c !== '#').join('');
      const answer = await platform.app.inject({ url, headers: { authorization: platform.adminAuth } });
      expect([200, 400], `${url} ${answer.body}`).toContain(answer.statusCode);
    }
  });

  it('is listed up to the corrupted part of an archive, with the reason', async () => {
    const random = randomNumbers(522);
    const zip = zipOf([
      { path: 'META-INF/MANIFEST.MF', content: 'Manifest' },
      { path: 'org/acme/Logger.class', content: 'x'.repeat(500) },
    ]);
    let faults = 0;
    for (let round = 0; round < fuzzRounds; round++) {
      const kind = round % 2 ? 'zip' : 'tar';
      const broken = mutate(zip, random, ['PK\x01\x02', '../', '\0', 'ustar', '\xff\xff\xff\xff']);
      const { paths, fault } = await listArchive(kind, bytesOf(kind === 'zip' ? broken : gzipSync(broken)));
      expect(paths.every((path) => !path.split(/[\\/]/).includes('..') && !path.includes('\0'))).toBe(true);
      if (fault !== undefined) faults += 1;
    }
    expect(faults).toBeGreaterThan(fuzzRounds / 3);
  });
});

describe('an archive bomb', () => {
  it('is read up to the limit, with the reason', async () => {
    const packed = gzipSync(Buffer.alloc(96 * 1024 * 1024));
    const { paths, fault } = await listArchive('tar', bytesOf(packed));
    expect(paths).toEqual([]);
    expect(fault).toMatch(/exceeds 250 times its packed size/);
  });

  it('of names is truncated', async () => {
    const many = Array.from({ length: maxEntries + 10 }, (_, n) => ({ path: `n/${n}`, stored: true }));
    const { paths, cut, fault } = await listArchive('zip', bytesOf(zipOf(many)));
    expect({ paths: paths.length, cut, fault }).toEqual({ paths: maxEntries, cut: true, fault: undefined });
  });
});
