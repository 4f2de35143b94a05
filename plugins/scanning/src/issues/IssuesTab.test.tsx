import { HttpFailure, type LicenseType } from '@lading/contract';
import type { ComponentDetails, ComponentIssue } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { IssuesTab } from './IssuesTab.tsx';

const CALL = 'POST /xray/ui/component/details/general';
const details = (given: Partial<ComponentDetails> = {}): ComponentDetails => ({
  ...{ pkg_name: '@acme/leaky', pkg_id: 'npm://@acme/leaky', pkg_type: 'npm', version: '1.0.0' },
  ...{ scanned: true, top_severity: null, num_issues: 0, issues: [], violations: [] },
  ...given,
});
const issue: ComponentIssue = {
  ...{ id: 'GHSA-1', title: 'Lets everyone in', severity: 'critical', score: 9.8, aliases: ['CVE-2024-1'] },
  ...{ url: 'https://example.org/GHSA-1', fixed: '1.2.0', published: '2024-01-01T00:00:00Z', details: '' },
};
const place = {
  packageType: 'npm',
  packageName: '@acme/leaky',
  version: '1.0.0',
  repoKey: 'npm-local',
  path: 'x',
};
const open = (answer: unknown, license: LicenseType = 'ENTERPRISE_PLUS') =>
  openAt(
    '/packages/x/1.0.0',
    '/packages/x/1.0.0',
    () => <IssuesTab {...place} />,
    (shell) => {
      shell.license.type = license;
      shell.http.on(CALL, answer);
    },
  );

it('lists the known issues with severity, IDs, and fixed version [pkg-08]', async () => {
  const unfixed: ComponentIssue = {
    ...issue,
    id: 'X-2',
    url: 'urn:osv:X-2',
    title: 'Another',
    severity: 'low',
    score: null,
    fixed: null,
  };
  const shell = open(details({ num_issues: 2, issues: [issue, unfixed] }));
  const row = await screen.findByRole('row', {
    name: /Critical ?9.8.*Lets everyone in.*GHSA-1.*CVE-2024-1.*1\.2\.0/,
  });
  expect(row).toBeTruthy();
  expect(screen.getByRole('link', { name: 'GHSA-1' }).getAttribute('href')).toBe(
    'https://example.org/GHSA-1',
  );
  expect(screen.getByRole('row', { name: /Low.*Another.*X-2.*Not fixed/ })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'X-2' })).toBeNull();
  expect(screen.getByText('2 vulnerabilities')).toBeTruthy();
  expect(shell.http.calls[0]?.options.body).toEqual({ package_id: 'npm://@acme/leaky', version: '1.0.0' });
});

it('shows that a version has no known vulnerabilities [pkg-10]', async () => {
  open(details());
  expect(await screen.findByText('No known vulnerabilities')).toBeTruthy();
});

it('shows that the version was not scanned, in the words of the specification [pkg-10]', async () => {
  open(details({ scanned: false, num_issues: null, issues: null }));
  expect(await screen.findByText('Not Scanned')).toBeTruthy();
});

it('sends no request without a license, and shows the required one [pkg-10]', async () => {
  const shell = open(details(), 'OSS');
  expect(await screen.findByText('Requires an Xray license')).toBeTruthy();
  expect(shell.http.calls).toEqual([]);
});

it('shows licenses that are not allowed', async () => {
  open(
    details({
      violations: [
        { license: 'GPL-3.0-only', reason: 'banned' },
        { license: '', reason: 'missing' },
      ],
    }),
  );
  expect(await screen.findByText('GPL-3.0-only is banned')).toBeTruthy();
  expect(screen.getByText('No license specified')).toBeTruthy();
});

it('can be retried after a failure', async () => {
  const shell = open(() => {
    throw new HttpFailure(503, 'The database rests');
  });
  expect(await screen.findByText('The database rests')).toBeTruthy();
  shell.http.on(CALL, details());
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No known vulnerabilities')).toBeTruthy();
});
