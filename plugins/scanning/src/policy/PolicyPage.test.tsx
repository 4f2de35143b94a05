import { HttpFailure } from '@lading/contract';
import type { ScanPolicy } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { POLICY } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PolicyPage } from './PolicyPage.tsx';

const AT = '/xray/api/v1/policy';
const policy: ScanPolicy = {
  licenses: { enabled: false, allowed: [], banned: ['GPL-*', 'AGPL-*'], unknownViolates: true },
  security: { minSeverity: null },
};
const open = () => openAt(POLICY, POLICY, PolicyPage, ({ http }) => http.on(`GET ${AT}`, policy));

it('loads, edits, and saves the policy as a whole', async () => {
  const shell = open();
  const banned = await screen.findByRole('textbox', { name: 'Banned' });
  expect(banned).toHaveProperty('value', 'GPL-*\nAGPL-*');
  shell.http.on(`PUT ${AT}`, ({ options }: { options: { body: unknown } }) => options.body);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Evaluate licenses' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Allowed' }), 'MIT, Apache-2.0\n\nMIT');
  await userEvent.click(screen.getByRole('checkbox', { name: /missing or unknown/ }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Minimum severity/ }), 'High and above');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(shell.http.calls.at(-1)?.options.body).toEqual({
    licenses: {
      enabled: true,
      allowed: ['MIT', 'Apache-2.0'],
      banned: ['GPL-*', 'AGPL-*'],
      unknownViolates: false,
      missingViolatesEverywhere: false,
    },
    security: { minSeverity: 'high' },
  });
  expect(shell.notifications.shown.at(-1)?.text).toContain('Saved');
  expect(screen.getByRole('textbox', { name: 'Allowed' })).toHaveProperty('value', 'MIT\nApache-2.0');
});

it('shows why saving failed, and keeps the input', async () => {
  const shell = open();
  shell.http.on(`PUT ${AT}`, () => {
    throw new HttpFailure(400, 'Invalid policy: licenses has "MIT" as both allowed and banned');
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Allowed' }), 'MIT');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/as both allowed and banned/)).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Allowed' })).toHaveProperty('value', 'MIT');
});

it('shows a failure to load the policy, with Retry', async () => {
  const shell = openAt(POLICY, POLICY, PolicyPage, ({ http }) =>
    http.on(`GET ${AT}`, () => {
      throw new HttpFailure(503, 'The database rests');
    }),
  );
  expect(await screen.findByText('The database rests')).toBeTruthy();
  shell.http.on(`GET ${AT}`, policy);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('textbox', { name: 'Banned' })).toBeTruthy();
});

it('does not save over the policy of another administrator, but over its own [adm-01]', async () => {
  const shell = openAt(POLICY, POLICY, PolicyPage, ({ http }) =>
    http.on(`GET ${AT}`, policy, { etag: '"1"' }),
  );
  const sent = () => shell.http.calls.at(-1)?.options.headers;
  const answer = ({ options }: { options: { body: unknown } }) => options.body;
  shell.http.on(`PUT ${AT}`, answer, { etag: '"2"' });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Allowed' }), 'MIT');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent()).toEqual({ 'if-match': '"1"' });
  shell.http.on(`PUT ${AT}`, () => {
    throw new HttpFailure(412, 'The scan policy was changed', 'CHANGED_SINCE');
  });
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent()).toEqual({ 'if-match': '"2"' });
  expect(await screen.findByText(/changed after you opened this page/)).toBeTruthy();
  const theirs = { ...policy, security: { minSeverity: 'high' } };
  shell.http.on(`GET ${AT}`, theirs, { etag: '"3"' });
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes and reload' }));
  expect(await screen.findByRole('combobox', { name: /Minimum severity/ })).toHaveProperty('value', 'high');
});
