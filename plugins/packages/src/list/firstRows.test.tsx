import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { onOnePage, samplePackage } from '../testing/samples.ts';
import { PackageListPage } from './PackageListPage.tsx';

afterEach(() => vi.restoreAllMocks());

async function showRows(): Promise<void> {
  openAt('/packages', '/packages', PackageListPage, ({ http }) => {
    http.on('POST /ui/api/v1/mds/packages', { data: { packages: onOnePage([samplePackage()]) } });
  });
  await screen.findByRole('link', { name: 'left-pad' });
}

// In a separate file: formatters are created once per page, so another test could have created
// them.
describe('the first rows of the list, in English', () => {
  it('create no formatter: a page’s first one takes a browser tens of milliseconds', async () => {
    const numbers = vi.spyOn(Intl, 'NumberFormat');
    const relative = vi.spyOn(Intl, 'RelativeTimeFormat');
    const dates = vi.spyOn(Intl, 'DateTimeFormat');
    await showRows();
    expect(screen.getByText('1,234')).toBeTruthy();
    expect([numbers, relative, dates].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  });

  it('force no layout: nothing is measured or scrolled while they are drawn', async () => {
    const measured = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get');
    const scrolled = vi.spyOn(Element.prototype, 'scrollTop', 'set');
    await showRows();
    expect([measured.mock.calls.length, scrolled.mock.calls.length]).toEqual([0, 0]);
  });
});
