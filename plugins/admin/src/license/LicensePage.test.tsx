import { HttpFailure } from '@lading/contract';
import type { LicenseAnswer } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LICENSES } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { checkLicense, isExpired } from './LicenseForm.tsx';
import { LicensePage } from './LicensePage.tsx';

const INSTALLED = '/artifactory/api/system/licenses';
const own: LicenseAnswer = { type: 'ENTERPRISE_PLUS', validThrough: '', licensedTo: '', from: 'default' };
const open = (license: LicenseAnswer | (() => LicenseAnswer), prepare?: (shell: FakeShell) => void) =>
  openAt(LICENSES, LICENSES, LicensePage, (shell) => {
    shell.http.on('GET /artifactory/api/system/license', license);
    prepare?.(shell);
  });

describe('the license', () => {
  it('is shown: type, end, for whom and from where [adm-01]', async () => {
    open({ type: 'TRIAL', validThrough: '2031-01-01T00:00:00Z', licensedTo: 'Ship & Co', from: 'installed' });
    for (const words of ['Ship & Co', 'An administrator'])
      expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('Type', { selector: 'dt' }).nextSibling?.textContent).toBe('TRIAL');
  });

  it('that has expired is said in one line', async () => {
    open({
      type: 'N/A',
      validThrough: '2020-01-01T00:00:00Z',
      licensedTo: '',
      from: 'installed',
      expired: 'TRIAL',
    });
    expect((await screen.findByText(/expired on/)).textContent).toMatch(
      /^The license TRIAL expired on .*2020/,
    );
  });

  it('is installed, and takes effect at once', async () => {
    let now = own;
    const shell = open(
      () => now,
      ({ http }) =>
        http.on(`POST ${INSTALLED}`, () => {
          now = { ...own, type: 'EDGE', licensedTo: 'Ship & Co', from: 'installed' };
          return now;
        }),
    );
    await userEvent.selectOptions(await screen.findByLabelText('Type'), 'EDGE');
    await userEvent.type(screen.getByLabelText('Valid through'), '2099-12-31');
    await userEvent.type(screen.getByLabelText('Licensed to'), 'Ship & Co');
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(await screen.findByText('An administrator')).toBeTruthy();
    expect(shell.http.calls.find(({ method }) => method === 'POST')?.options.body).toEqual({
      type: 'EDGE',
      validThrough: '2099-12-31',
      licensedTo: 'Ship & Co',
    });
    expect(shell.session.asked).toEqual(['stay']);
  });

  it('that has expired is installed only after a confirmation that says so [adm-01]', async () => {
    const shell = open(own, ({ http }) => http.on(`POST ${INSTALLED}`, own));
    await userEvent.selectOptions(await screen.findByLabelText('Type'), 'TRIAL');
    await userEvent.type(screen.getByLabelText('Valid through'), '2020-12-31');
    expect(screen.getByText('This date is in the past. The license has expired.')).toBeTruthy();
    shell.modals.answer = false;
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    await waitFor(() =>
      expect(shell.modals.asked).toEqual([
        {
          title: 'Install the expired license TRIAL?',
          text: 'The license expired on 2020-12-31. Until another one is installed, only administrators can sign in.',
          verb: 'Install',
          danger: true,
        },
      ]),
    );
    const posted = () => shell.http.calls.filter(({ method }) => method === 'POST').length;
    expect(posted()).toBe(0);
    expect(screen.queryByRole('alert')).toBeNull();
    shell.modals.answer = true;
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    await waitFor(() => expect(posted()).toBe(1));
  });

  it('is removed after a confirmation', async () => {
    let now: LicenseAnswer = { ...own, type: 'EDGE', from: 'installed' };
    const shell = open(
      () => now,
      ({ http }) =>
        http.on(`DELETE ${INSTALLED}`, () => {
          now = own;
          return now;
        }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Platform default')).toBeTruthy();
    expect(shell.modals.asked[0]?.title).toBe('Remove the license EDGE?');
  });

  it('has the platform’s refusal in the form', async () => {
    open(own, ({ http }) =>
      http.on(`POST ${INSTALLED}`, () => {
        throw new HttpFailure(503, 'The database is not responding.');
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Install' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('The database is not responding.'),
    );
  });
});

it.each([
  ['', undefined, false],
  ['2030-01-02', undefined, false],
  ['2030-01-01', undefined, false],
  ['2029-12-31', undefined, true],
  ['soon', 'Enter a date, such as 2030-12-31', false],
])('"%s" as the end of a license: %s, expired: %s', (validThrough, said, expired) => {
  const { validThrough: fault } = checkLicense({ type: 'OSS', validThrough, licensedTo: '' });
  expect(typeof fault === 'object' ? fault.message.text : fault).toBe(said);
  expect(isExpired({ validThrough }, '2030-01-01')).toBe(expired);
});
