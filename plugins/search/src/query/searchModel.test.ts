import { describe, expect, it } from 'vitest';
import { PACKAGE_KEYS, packagesAddress, readPackageKeys } from './packageKeys.ts';
import { packageRefusalOf, refusalOf } from './refusal.ts';
import { BLANK, modelAddress, readModel, type SearchModel, withType } from './searchModel.ts';
import { kindOf, SAMPLE_REPOSITORIES, SEARCH_TYPES } from './searchTypes.ts';

const full: SearchModel = {
  pkg: 'left-pad',
  repo: ['npm-local', 'a&b=c'],
  name: '"left pad"*',
  description: 'pads + more',
  checksum: 'd41d8cd98f00b204e9800998ecf8427e',
  cve: 'CVE-2021-44228',
  licenses: ['MIT', 'Apache-2.0'],
  severities: ['high'],
  properties: ['build.name=app', 'qa'],
  before: '2024-05-01',
  after: '2023-05-01',
  archive: '*.jar',
  propertySets: ['artifactory.licenses'],
  searchType: 'archive',
  isChecksum: true,
  path: 'org/acme/ä?',
  excludeInnerClasses: true,
  searchClassOnly: true,
  pkgType: ['npm'],
  packageQuery: 'x',
  version: '1.*',
  tags: ['latest'],
  scope: '@acme',
  branch: 'main',
};

describe('the URL of a search', () => {
  it('contains every filter, and is parsed to the same filters [srch-02]', () => {
    const address = modelAddress(full);
    const names = [...new URLSearchParams(address).keys()];
    expect([...new Set(names)].sort()).toEqual(Object.keys(full).sort());
    expect(readModel(address)).toEqual(full);
    expect(modelAddress(readModel(address))).toBe(address);
  });

  it('contains each filter on its own [srch-02]', () => {
    for (const key of Object.keys(full) as (keyof SearchModel)[]) {
      const model = { ...BLANK, [key]: full[key] };
      expect(readModel(modelAddress(model))).toEqual(model);
    }
    expect(modelAddress(BLANK)).toBe('');
    expect(readModel('?color=red&isChecksum=maybe&name=%20')).toEqual(BLANK);
  });

  it('contains every parameter of a package search [srch-03]', () => {
    const keys = Object.fromEntries(PACKAGE_KEYS.map((key) => [key, [`${key} 1&`, `${key}=2`]]));
    const address = packagesAddress(keys);
    expect(readPackageKeys(address.slice('/packages'.length))).toEqual(keys);
    expect(packagesAddress({})).toBe('/packages');
  });
});

describe('the search types', () => {
  it('keep only the name when the type changes; a cleared search has no filters [srch-09]', () => {
    expect(withType(full, 'checksum')).toEqual({ ...BLANK, name: full.name, searchType: 'checksum' });
    expect(modelAddress(BLANK)).toBe('');
  });

  it('fall back from archives to Quick when archive indexing is off [srch-09]', () => {
    expect(kindOf('archive', true)).toBe('archive');
    expect(kindOf('archive', false)).toBe('quick');
    expect(kindOf('constructor', true)).toBe('quick');
  });

  it('offer the package types and sample repositories [srch-04]', () => {
    expect(SEARCH_TYPES).toEqual(['All', 'docker', 'npm', 'maven', 'go', 'nuget', 'helm', 'mysql']);
    expect(SAMPLE_REPOSITORIES).toEqual(['npm-local', 'npm-remote', 'docker-local', 'docker-virtual']);
  });
});

describe('the required input of a search', () => {
  it('depends on the search type [srch-07]', () => {
    expect(refusalOf('quick', BLANK)).toBe('nothing');
    expect(refusalOf('quick', { ...BLANK, path: 'org/' })).toBeUndefined();
    expect(refusalOf('archive', { ...BLANK, path: 'org/' })).toBe('entry');
    expect(refusalOf('property', { ...BLANK, name: 'x' })).toBe('property');
    expect(refusalOf('checksum', { ...BLANK, name: 'xyz' })).toBe('notAChecksum');
    expect(refusalOf('checksum', { ...BLANK, name: full.checksum })).toBeUndefined();
    expect(refusalOf('quick', { ...BLANK, after: '2024-02-01', before: '2024-01-01' })).toBe('badDates');
  });

  it('is name, type, and repository for a search by package [srch-07]', () => {
    expect(packageRefusalOf(BLANK)).toEqual(['name', 'type', 'repository']);
    expect(packageRefusalOf({ ...BLANK, name: 'a', pkgType: ['npm'] })).toEqual(['repository']);
    expect(packageRefusalOf({ ...BLANK, name: 'a', pkgType: ['npm'], repo: ['r'] })).toEqual([]);
  });
});
