import { HttpFailure } from '@lading/contract';
import type { Violation, ViolationsAnswer, ViolationsRequest } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { VIOLATIONS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { ViolationsPage } from './ViolationsPage.tsx';

const CALL = 'POST /xray/api/v1/violations';
const violation = (id: string, more: Partial<Violation> = {}): Violation => ({
  ...{
    id,
    type: 'License',
    severity: 'high',
    description: 'GPL-3.0-only',
    created: '2026-11-20T10:00:00.000Z',
  },
  ...{ license: 'GPL-3.0-only', reason: 'banned', package_id: 'npm://@acme/tea', package_type: 'npm' },
  ...{
    package_name: '@acme/tea',
    version: '1.0.0',
    infected_components: [],
    impacted_artifacts: ['npm-local/a', 'npm-local/b'],
  },
  ...more,
});
const open = (search: string, answer: (asked: ViolationsRequest) => ViolationsAnswer) =>
  openAt(`${VIOLATIONS}${search}`, VIOLATIONS, ViolationsPage, ({ http }) =>
    http.on(CALL, ({ options }: { options: { body: ViolationsRequest } }) => answer(options.body)),
  );

it('lists policy violations, with links to the versions [pkg-08]', async () => {
  const security = violation('2', {
    ...{ type: 'Security', severity: 'critical', description: 'Lets everyone in', issue_id: 'GHSA-1' },
    url: 'https://example.org/GHSA-1',
  });
  const { reason: _reason, license: _license, ...vulnerable } = security;
  open('', () => ({ total_violations: 2, violations: [violation('1'), vulnerable], not_evaluated: [] }));
  expect(
    await screen.findByRole('row', { name: /High GPL-3.0-only is banned @acme\/tea 1.0.0/ }),
  ).toBeTruthy();
  expect(screen.getByRole('row', { name: /Critical Lets everyone in.*GHSA-1/ })).toBeTruthy();
  expect(screen.getByText('2 violations')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: '@acme/tea 1.0.0' })[0]?.getAttribute('href')).toContain(
    '/packages/npm%3A%2F%2F%40acme%2Ftea/1.0.0',
  );
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

it('keeps its filters and its page in the URL', async () => {
  const asked: ViolationsRequest[] = [];
  const shell = open('?name=tea&severity=high&page=2&project=x', (request) => {
    asked.push(request);
    return { total_violations: 120, violations: [violation('1')], not_evaluated: [] };
  });
  expect(await screen.findByText('Page 2')).toBeTruthy();
  expect(asked[0]).toEqual({
    filters: { name_contains: 'tea', min_severity: 'high' },
    pagination: { order_by: 'severity', direction: 'desc', limit: 50, offset: 2 },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(shell.navigation.place.search).toBe('?project=x&name=tea&severity=high&page=3');
  expect(await screen.findByText('Page 3')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Vulnerability');
  expect(shell.navigation.place.search).toBe('?project=x&name=tea&kind=Security&severity=high');
  await userEvent.type(screen.getByRole('textbox', { name: 'CVE' }), 'cve-2024-1{Enter}');
  await screen.findByText('120 violations');
  expect(asked.at(-1)?.filters).toEqual({
    ...{ name_contains: 'tea', violation_type: 'Security', min_severity: 'high', cve_id: 'CVE-2024-1' },
  });
});

it('ignores invalid parameters in the URL', async () => {
  const asked: ViolationsRequest[] = [];
  open('?severity=odd&kind=odd&page=-1', (request) => {
    asked.push(request);
    return { total_violations: 0, violations: [], not_evaluated: [] };
  });
  expect(await screen.findByText('No violations')).toBeTruthy();
  expect(asked[0]).toMatchObject({ filters: {}, pagination: { offset: 1 } });
});

it('shows that nothing matches, and clears the filters', async () => {
  const shell = open('?name=nothing', () => ({ total_violations: 0, violations: [], not_evaluated: [] }));
  expect(await screen.findByText('No matching violations')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(shell.navigation.place.search).toBe('');
});

it('shows a failure to load the list, with Retry', async () => {
  const shell = open('', () => {
    throw new HttpFailure(503, 'The database rests');
  });
  expect(await screen.findByText('The database rests')).toBeTruthy();
  shell.http.on(CALL, { total_violations: 10_001, violations: [violation('1')], not_evaluated: [] });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('More than 10,000 violations')).toBeTruthy();
});

it.each([
  ['license-policy-off', 'The policy has no license rules.'],
  ['security-policy-off', 'The policy has no vulnerability rules.'],
  ['not-scanned', 'No advisories are imported, so vulnerabilities are unknown.'],
  ['in-progress', 'Some versions are not evaluated yet.'],
] as const)('does not report none when the reason is %s', async (reason, why) => {
  open('', () => ({ total_violations: 0, violations: [], not_evaluated: [reason] }));
  expect(await screen.findByText('Evaluation incomplete')).toBeTruthy();
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByText('No violations')).toBeNull();
});

it('sorts by column, highest severity first, and filters by repository', async () => {
  const asked: ViolationsRequest[] = [];
  const shell = open('', (request) => {
    asked.push(request);
    return { total_violations: 1, violations: [violation('1')], not_evaluated: [] };
  });
  const sortedBy = async (name: string) =>
    (await screen.findByRole('columnheader', { name })).getAttribute('aria-sort');
  expect(await sortedBy('Severity')).toBe('descending');
  await userEvent.click(screen.getByRole('button', { name: 'Package' }));
  expect(shell.navigation.place.search).toBe('?sort_by=name');
  expect(await sortedBy('Package')).toBe('ascending');
  await userEvent.click(screen.getByRole('button', { name: 'Package' }));
  expect(shell.navigation.place.search).toBe('?sort_by=name&sort_type=desc');
  expect(await sortedBy('Package')).toBe('descending');
  await userEvent.type(screen.getByRole('textbox', { name: 'Repository' }), 'npm-local{Enter}');
  await screen.findByRole('columnheader', { name: 'Package' });
  expect(asked.at(-1)).toEqual({
    filters: { repository: 'npm-local' },
    pagination: { order_by: 'name', direction: 'desc', limit: 50, offset: 1 },
  });
});
