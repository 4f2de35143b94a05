import { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DownloadSection } from './DownloadSection.tsx';

const call = 'GET /ui/api/v1/ui/v1/native/downloads';
const history = (downloads: number[], since = '2025-01-01') => ({ since, from: '2026-02-01', downloads });

describe('the downloads per day', () => {
  it('of a version are shown for a period that can be changed [pkg-03]', async () => {
    const shell = fakeShell();
    shell.http.on(call, history([2, 0, 3]));
    renderInShell(shell, <DownloadSection packageId="npm://pad" version="1.0.0" />);
    expect((await screen.findAllByText('5 downloads in 3 days')).length).toBeGreaterThan(0);
    expect(screen.getByRole('table', { name: 'Downloads per day' })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '365 days');
    await screen.findByRole('table');
    expect(shell.http.calls.map(({ options }) => options.query)).toEqual([
      { packageId: 'npm://pad', version: '1.0.0', days: 90 },
      { packageId: 'npm://pad', version: '1.0.0', days: 365 },
    ]);
  });

  it('say since when they are counted, where there are none [pkg-02]', async () => {
    const shell = fakeShell();
    shell.http.on(call, history([0, 0], '2026-02-01'));
    renderInShell(shell, <DownloadSection packageId="npm://pad" />);
    const empty = 'No downloads in the last 2 days. Downloads per day are counted since Feb 1, 2026.';
    expect(await screen.findByText(empty)).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('that cannot be loaded say so, and can be retried', async () => {
    const shell = fakeShell();
    shell.http.on(call, () => {
      throw new HttpFailure(500, 'The database is starting.');
    });
    renderInShell(shell, <DownloadSection packageId="npm://pad" />);
    expect((await screen.findByRole('alert')).textContent).toContain('The database is starting.');
    shell.http.on(call, history([4]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('slider')).toBeTruthy();
  });
});
