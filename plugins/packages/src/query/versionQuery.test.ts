import { expect, it } from 'vitest';
import {
  countFilters,
  readVersionQuery,
  versionFilter,
  versionOrder,
  versionQueryAddress,
  wholePackageId,
} from './versionQuery.ts';

it('is sorted newest first by semver by default [pkg-05] [pkg-06]', () => {
  expect(versionOrder(readVersionQuery(''))).toEqual({ field: 'NAME_SEMVER', direction: 'DESC' });
  expect(versionOrder(readVersionQuery('?sort_type=$asc'))).toEqual({
    field: 'NAME_SEMVER',
    direction: 'ASC',
  });
  expect(versionOrder(readVersionQuery('?sort_by=downloads&sort_type=upwards'))).toEqual({
    field: 'DOWNLOADS',
    direction: 'ASC',
  });
});

it.each([
  ['?sort=asc', 'NAME_SEMVER', 'ASC'],
  ['?sort=$descend', 'NAME_SEMVER', 'DESC'],
  ['?sort=downloads$desc', 'DOWNLOADS', 'DESC'],
  ['?sort=created$asc', 'CREATED', 'ASC'],
  ['?sort=sideways!', 'NAME_SEMVER', 'DESC'],
])('takes %s as the order [pkg-07]', (search, field, direction) => {
  expect(versionOrder(readVersionQuery(search))).toEqual({ field, direction });
});

it('becomes the filter of the call [srch-08] [pkg-07]', () => {
  const query = readVersionQuery(
    '?name=2.*&ignorePreRelease=true&repos=npm-local&repos=npm-remote&licenses=MIT,Apache*&cve=CVE-2026-1&severities=High',
  );
  expect(versionFilter('npm://left', query)).toEqual({
    packageId: 'npm://left',
    name: '2.*',
    ignorePreRelease: true,
    repositoriesIn: [{ name: 'npm-local' }, { name: 'npm-remote' }],
    licenses: { patterns: ['MIT', 'Apache*'] },
    vulnerabilities: { severity: 'HIGH', countMin: 1 },
    cve: 'CVE-2026-1',
  });
  expect(countFilters(query)).toBe(6);
  expect(versionFilter('npm://left', readVersionQuery(''))).toEqual({ packageId: 'npm://left' });
});

it('asks for at least one vulnerability of any of the severities [pkg-07]', () => {
  const query = readVersionQuery('?severities=critical&severities=high&severities=colorful');
  expect(versionFilter('npm://left', query).vulnerabilities).toEqual([
    { severity: 'CRITICAL', countMin: 1 },
    { severity: 'HIGH', countMin: 1 },
  ]);
});

it('does not query by CVE with basic scanning only: the third argument [pkg-07]', () => {
  const query = readVersionQuery('?cve=CVE-2026-1&severities=low');
  expect(versionFilter('npm://left', query, true)).toEqual({
    packageId: 'npm://left',
    vulnerabilities: { severity: 'LOW', countMin: 1 },
  });
});

it('knows the size of a page and where the first begins [pkg-07]', () => {
  const { limit, endCursor, includeFiles } = readVersionQuery('?limit=25&endCursor=abc&includeFiles=true');
  expect({ limit, endCursor, includeFiles }).toEqual({ limit: 25, endCursor: 'abc', includeFiles: true });
  for (const limit of ['0', '1001', 'many', '-1', '']) {
    expect(readVersionQuery(`?limit=${limit}`).limit).toBe(100);
  }
});

it('takes the type of a package from the address where its id names none [pkg-07]', () => {
  expect(wholePackageId('left-pad', '?package_type=npm')).toBe('npm://left-pad');
  expect(wholePackageId('org.acme:lib', '?package_type=maven')).toBe('gav://org.acme:lib');
  expect(wholePackageId('pypi://left-pad', '?package_type=npm')).toBe('pypi://left-pad');
  expect(wholePackageId('left-pad', '')).toBe('left-pad');
});

it('survives the round trip through the URL', () => {
  const address =
    '?name=2&repos=a&repos=b&licenses=MIT&severities=high&cve=CVE-1&ignorePreRelease=true&includeFiles=true&limit=25&endCursor=x&sort_by=created&sort_type=asc';
  expect(versionQueryAddress(readVersionQuery(address))).toBe(address);
  expect(versionQueryAddress(readVersionQuery(''))).toBe('');
});
