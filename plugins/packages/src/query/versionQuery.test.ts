import { expect, it } from 'vitest';
import { readVersionQuery, versionFilter, versionOrder, versionQueryAddress } from './versionQuery.ts';

it('is newest first by semver unless it says otherwise [pkg-05] [pkg-06]', () => {
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

it('becomes the filter of the call [srch-08]', () => {
  const query = readVersionQuery('?name=2.*&ignorePreRelease=true');
  expect(versionFilter('npm://left', query)).toEqual({
    packageId: 'npm://left',
    name: '2.*',
    ignorePreRelease: true,
  });
});

it('stands in the address, and comes out of it as it went in', () => {
  const address = '?name=2&ignorePreRelease=true&sort_by=created&sort_type=asc';
  expect(versionQueryAddress(readVersionQuery(address))).toBe(address);
  expect(versionQueryAddress(readVersionQuery(''))).toBe('');
});
