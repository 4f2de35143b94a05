import { HttpFailure } from '@lading/contract';
import type { VersionComparison } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { onOnePage } from '../testing/samples.ts';
import { ComparePage } from './ComparePage.tsx';

const COMPARE = 'GET /ui/api/v1/ui/compare';

const side = (version: string) => ({
  ...{ version, repo: 'npm-local', leadFile: `pad/-/pad-${version}.tgz`, created: '2026-01-01T10:00:00Z' },
  ...{ size: 2048, licenses: ['MIT'], keywords: [], description: null, deprecated: null },
  scan: 'off' as const,
});
const change = (path: string) => ({
  ...{ path, change: 'changed' as const, fromSize: 10, toSize: 2048 },
  ...{ fromSha256: 'a', toSha256: 'b' },
});
const comparison: VersionComparison = {
  from: side('1.0.0'),
  to: { ...side('1.1.0'), licenses: [] },
  dependenciesKnown: true,
  dependencies: [{ name: 'left', development: false, change: 'changed', from: '^1.0.0', to: '^2.0.0' }],
  unchangedDependencies: 2,
  vulnerabilities: null,
  files: { added: 0, removed: 0, changed: 0, unchanged: 1, changes: [], truncated: false },
  contents: {
    added: 0,
    removed: 0,
    changed: 1,
    unchanged: 3,
    changes: [change('package/a.js')],
    truncated: false,
  },
  contentsOf: { from: 'pad/-/pad-1.0.0.tgz', to: 'pad/-/pad-1.1.0.tgz' },
  contentsFault: null,
};

function open(search = '', prepare: (shell: FakeShell) => void = () => {}) {
  return openAt(
    `/packages/npm%3A%2F%2Fpad/versions/compare${search}`,
    '/packages/:packageId/versions/compare',
    ComparePage,
    (shell) => {
      const versions = onOnePage([{ name: '1.1.0' }, { name: '1.0.0' }]);
      shell.http.on('POST /ui/api/v1/mds/versions', { data: { versions } });
      shell.http.on(COMPARE, comparison);
      prepare(shell);
    },
  );
}

describe('the comparison of versions', () => {
  it('asks for two versions, and keeps them in the URL', async () => {
    const shell = open();
    expect(await screen.findByText('Select two versions')).toBeTruthy();
    expect(shell.title).toBe('Compare versions: pad');
    await userEvent.selectOptions(await screen.findByLabelText('From'), '1.0.0');
    await userEvent.selectOptions(await screen.findByLabelText('To'), '1.1.0');
    expect(await screen.findByRole('heading', { name: 'Metadata' })).toBeTruthy();
    const call = shell.http.calls.find(({ path }) => path.endsWith('/compare'));
    expect(call?.options.query).toEqual({ packageId: 'npm://pad', from: '1.0.0', to: '1.1.0' });
  });

  it('shows the differences, and unknown data as unknown', async () => {
    open('?from=1.0.0&to=1.1.0');
    const licenses = await screen.findByRole('row', { name: /^Licenses/ });
    expect(licenses.textContent).toBe('Licenses changedMITUnknown');
    expect((await screen.findByRole('row', { name: /^left/ })).textContent).toContain('^1.0.0^2.0.0');
    expect(
      screen.getByText('Cannot be compared, because they are not known for both versions.'),
    ).toBeTruthy();
    expect(screen.getByText('0 added, 0 removed, 1 changed, 3 unchanged')).toBeTruthy();
  });

  it('shows the lines of a file when it is opened', async () => {
    open('?from=1.0.0&to=1.1.0', ({ http }) =>
      http.on(`${COMPARE}/file`, {
        state: 'compared',
        hunks: [{ oldStart: 1, newStart: 1, lines: ['-old', '+new'] }],
      }),
    );
    await userEvent.click(await screen.findByText('package/a.js'));
    const lines = await screen.findByRole('region', { name: 'Changed lines of package/a.js' });
    expect(within(lines).getByText('+new')).toBeTruthy();
  });

  it('shows why versions cannot be compared', async () => {
    open('?from=1.0.0&to=1.1.0', ({ http }) =>
      http.on(COMPARE, () => {
        throw new HttpFailure(404, 'Version 1.1.0 not found');
      }),
    );
    expect(await screen.findByText('Failed to compare the versions')).toBeTruthy();
    expect(screen.getByText(/Version 1.1.0 not found/)).toBeTruthy();
  });
});
