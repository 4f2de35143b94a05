import type { ComponentSearch } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { XrayPage } from './XrayPage.tsx';

type Row = ComponentSearch['data'][number];
const row = (pkg_name: string, given: Partial<Row>): Row => ({
  ...{ pkg_name, pkg_id: `npm://${pkg_name}`, type: 'package', pkg_type: 'npm' },
  ...{ scanned: true, top_severity: null, num_issues: 0, latest_version: '1.0.0' },
  last_updated: '2024-01-01T00:00:00Z',
  ...given,
});

it('distinguishes packages that are not scanned from packages without known issues', async () => {
  const data = [
    row('unknown', { scanned: false, num_issues: null }),
    row('clean', {}),
    row('leaky', { top_severity: 'high', num_issues: 2 }),
  ];
  openAt('/xraySearchResults', '/xraySearchResults', XrayPage, ({ http }) =>
    http.on('POST /xray/ui/component/paginatedsearch', { data, total_count: 3 }),
  );
  const cells = async (name: string) =>
    (await screen.findByRole('row', { name: new RegExp(`^${name}`) })).textContent;
  expect(await cells('unknown')).toMatch(/Not Scanned.*–/);
  expect(await cells('unknown')).not.toMatch(/None known/);
  expect(await cells('clean')).toMatch(/None known.*0/);
  expect(await cells('leaky')).toMatch(/High.*2/);
});
