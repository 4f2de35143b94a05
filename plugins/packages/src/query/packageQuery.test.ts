import { describe, expect, it } from 'vitest';
import {
  isFiltered,
  packageFilter,
  packageOrder,
  packageQueryAddress,
  readPackageQuery,
} from './packageQuery.ts';

describe('the query of a list of packages', () => {
  it('is sorted by name ascending by default [pkg-06]', () => {
    expect(packageOrder(readPackageQuery(''))).toEqual({ field: 'NAME', direction: 'ASC' });
    const query = readPackageQuery('?sort_by=downloads&sort_type=$desc');
    expect(packageOrder(query)).toEqual({ field: 'DOWNLOADS', direction: 'DESC' });
    expect(packageOrder(readPackageQuery('?sort_by=color&sort_type=sideways'))).toEqual({
      field: 'NAME',
      direction: 'ASC',
    });
  });

  it('becomes the filter of the call [pkg-05] [srch-08]', () => {
    const query = readPackageQuery('?name=react&package_type=npm&package_type=dockerV2&repos=npm-local');
    expect(packageFilter(query)).toEqual({
      name: '*react*',
      packageTypeIn: ['npm', 'docker'],
      repositoriesIn: [{ name: 'npm-local' }],
    });
    expect(packageFilter(readPackageQuery(''))).toEqual({ ignoreConsolePlugins: true });
  });

  it('survives the round trip through the URL', () => {
    const address = '?name=a*&package_type=npm&repos=npm-local&sort_by=modified&sort_type=desc';
    expect(packageQueryAddress(readPackageQuery(address))).toBe(address);
    expect(packageQueryAddress(readPackageQuery(''))).toBe('');
  });

  it('is by everything that a query for packages has [srch-03]', () => {
    const address =
      '?name=a&tags=x&licenses=MIT&scope=@acme&after=2024-01-01&before=2024-02-01&cve=CVE-2021-44228' +
      '&severities=critical&severities=high&ignorePreRelease=true&limit=50&lowercase_name=b';
    const query = readPackageQuery(address);
    expect(packageFilter(query)).toEqual({
      name: '@acme/*a*',
      tags: ['x'],
      licenses: ['MIT'],
      modifiedMin: '2024-01-01',
      modifiedMax: '2024-02-01T23:59:59.999Z',
      cve: 'CVE-2021-44228',
      vulnerabilities: [
        { severity: 'CRITICAL', countMin: 1 },
        { severity: 'HIGH', countMin: 1 },
      ],
      ignorePreRelease: true,
    });
    expect(packageFilter(query, true).cve).toBeUndefined();
    expect(readPackageQuery(packageQueryAddress(query))).toEqual(query);
    const one = readPackageQuery('?packageId=gav%3A%2F%2Forg.acme%3Alib&name=other');
    expect(packageFilter(one)).toEqual({ name: 'org.acme:lib', packageTypeIn: ['maven'] });
    expect(readPackageQuery('?after=noon&severities=grave')).toEqual(readPackageQuery(''));
  });

  it.each([
    ['', false],
    ['?sort_by=downloads&sort_type=desc&limit=50', false],
    ['?package_type=npm&severities=high&ignorePreRelease=true&after=2024-01-01', false],
    ['?description=console&licenses=MIT&version=1', false],
    ['?plugins=true', true],
    ['?plugins=true&package_type=npm', true],
    ['?name=plugin-auth', true],
    ['?scope=lading', true],
    ['?packageId=npm%3A%2F%2F%40lading%2Fplugin-auth', true],
    ['?repos=plugins-local', true],
    ['?tags=lading-plugin', true],
    ['?checksum=d41d8cd98f00b204e9800998ecf8427e', true],
    ['?cve=CVE-2021-44228', true],
  ])('asks for the console’s plugins with %s: %s', (address, asks) => {
    const filter = packageFilter(readPackageQuery(address));
    expect(filter.ignoreConsolePlugins).toBe(asks ? undefined : true);
  });

  it('keeps the console’s plugins in the address', () => {
    const query = readPackageQuery('?plugins=true&sort_by=modified');
    expect(packageQueryAddress({ ...query, descending: true })).toBe(
      '?plugins=true&sort_by=modified&sort_type=desc',
    );
    expect(readPackageQuery('?plugins=false').plugins).toBe(false);
  });

  it('knows whether it leaves anything out', () => {
    expect(isFiltered(readPackageQuery('?sort_by=created'))).toBe(false);
    expect(readPackageQuery('?sort_by=constructor').sortBy).toBe('name');
    expect(isFiltered(readPackageQuery('?package_type=npm'))).toBe(true);
  });
});
