import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { QuickSetupPage } from '../quickSetup/QuickSetupPage.tsx';
import { openAt } from '../testing/openAt.ts';
import { FEATURES, missingOf, ROLES, STEPS } from './answers.ts';
import { forgetSteps, keepSteps, readSteps } from './kept.ts';

const CALL = '/ui/api/v1/system/onboarding';
const needed = { needed: true, firstTime: true, completed: false, quickActionVisible: true, data: {} };

afterEach(() => localStorage.clear());

const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt('/quick-setup', QuickSetupPage, (shell) => {
    shell.http.on(`GET ${CALL}`, needed).on(`PUT ${CALL}`, needed);
    prepare(shell);
  });
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => userEvent.click(screen.getByLabelText(name));

describe('personalization', () => {
  it('has the steps init, purpose, details, and desired features [onb-01] [onb-02]', async () => {
    const shell = open();
    expect(await screen.findByText('Step 1 of 4')).toBeTruthy();
    await click('Start');
    expect(screen.getAllByRole('radio').map((each) => each.parentElement?.textContent)).toEqual([
      'Commercial',
      'Personal',
    ]);
    await choose('Commercial');
    await click('Next');
    await userEvent.type(screen.getByLabelText(/^Company name/), 'Harbour & Sons');
    expect(screen.getAllByRole('radio').map((each) => each.parentElement?.textContent)).toEqual([...ROLES]);
    await choose('DevOps Engineer');
    await click('Next');
    expect(screen.getAllByRole('checkbox').map((each) => each.parentElement?.textContent)).toEqual([
      'Binary management',
      'Team Administration',
      'Single Sign On',
      'Vulnerabilities Scanning',
      'License Compliance Checks',
      'CI/CD',
      'Container Registry',
      'SBOM',
    ]);
    await choose('SBOM');
    await choose('CI/CD');
    await click('Send');
    expect(await screen.findByRole('heading', { name: 'Your first package' })).toBeTruthy();
    const sent = shell.http.calls.find(({ method }) => method === 'PUT');
    expect(sent?.options.body).toEqual({
      completed: true,
      data: {
        purpose: 'Commercial',
        companyName: 'Harbour & Sons',
        ossProjectName: '',
        otherRole: '',
        role: 'DevOps Engineer',
        features: ['CI/CD', 'SBOM'],
      },
    });
  });

  it('tracks the submission, hides, and clears the stored answers [onb-04]', async () => {
    const shell = open(({ storage }) => keepSteps(storage, complete(readSteps(storage))));
    await screen.findByText('Step 4 of 4');
    expect(shell.storage.values.size).toBe(1);
    await click('Send');
    await screen.findByRole('heading', { name: 'Your first package' });
    expect(shell.analytics.tracked.map(({ event }) => event)).toEqual(['personalization']);
    expect(shell.storage.values.size).toBe(0);
    expect(screen.queryByText(/^Step/)).toBeNull();
  });

  it('shows why the submission failed, and keeps the answers', async () => {
    const shell = open(({ storage, http }) => {
      keepSteps(storage, complete(readSteps(storage)));
      http.on(`PUT ${CALL}`, () => {
        throw new HttpFailure(503, 'The database is away');
      });
    });
    await click('Send');
    expect(await screen.findByText(/The database is away/)).toBeTruthy();
    expect(shell.storage.values.size).toBe(1);
    expect(shell.analytics.tracked).toEqual([]);
  });

  it('shows missing answers at each step [onb-03]', async () => {
    open();
    await click('Start');
    await click('Next');
    expect(within(screen.getByRole('group')).getByText('Select a purpose')).toBeTruthy();
    await choose('Commercial');
    await click('Next');
    await click('Next');
    expect(screen.getByText('Enter the name of your company')).toBeTruthy();
    expect(screen.getByText('Select a role')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Company name/), 'H');
    await choose('Other');
    expect(screen.getByText('Enter your role')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Your role/), 'Pilot');
    await click('Next');
    await click('Send');
    expect(screen.getByText('Select at least one feature')).toBeTruthy();
  });

  it('stores steps and answers in this browser, encoded, and restores them [onb-01]', async () => {
    const shell = open();
    await click('Start');
    await choose('Personal');
    const [kept = ''] = shell.storage.values.values();
    expect(kept).not.toContain('Personal');
    const steps = readSteps(shell.storage);
    expect(steps.init).toEqual({ stepDataObject: {}, isCompleted: true, isValid: true });
    expect(steps.purpose).toEqual({
      stepDataObject: { purpose: 'Personal' },
      isCompleted: false,
      isValid: true,
    });
    expect(steps.desiredFeatures.isValid).toBe(false);
  });

  it.each(['', 'not encoded', btoa('[]'), btoa('{"purpose":{"isCompleted":true,"stepDataObject":7}}')])(
    'starts over when %j is stored',
    (kept) => {
      const storage = { get: () => kept, set: () => {}, remove: () => {} };
      const steps = readSteps(storage);
      expect(STEPS.map((name) => steps[name].isCompleted)).toEqual([false, false, false, false]);
      forgetSteps(storage);
    },
  );

  it("stores 'Artifactory only' as a flag in this browser, and refreshes the footer [onb-05]", async () => {
    const shell = open();
    await click('Artifactory only');
    expect(await screen.findByRole('heading', { name: 'Your first package' })).toBeTruthy();
    expect(localStorage.getItem('RTonlyRemoved')).toBe('true');
    expect(shell.services.reloads).toBe(1);
  });

  it('shows why it could not be postponed, and stays visible', async () => {
    open(({ http }) =>
      http.on(`PUT ${CALL}`, () => {
        throw new HttpFailure(503, 'The database is away');
      }),
    );
    await click('Not now');
    expect(await screen.findByText(/The database is away/)).toBeTruthy();
    expect(screen.getByText('Step 1 of 4')).toBeTruthy();
  });

  it('is dismissed permanently with Not now', async () => {
    const shell = open();
    await click('Not now');
    expect(await screen.findByRole('heading', { name: 'Your first package' })).toBeTruthy();
    const put = shell.http.calls.findLast(({ method }) => method === 'PUT');
    expect(put?.options.body).toEqual({ quickActionVisible: false });
  });
});

describe('missing answers', () => {
  const details = { companyName: '', ossProjectName: '', otherRole: '' };
  const desiredFeatures = { features: [] };
  it('do not include the company for a personal purpose [onb-03]', () => {
    const answers = { purpose: { purpose: 'Personal' as const }, details, desiredFeatures };
    expect(missingOf('details', answers)).toEqual(['role']);
    expect(missingOf('init', answers)).toEqual([]);
    expect(FEATURES).toHaveLength(8);
  });
});

function complete(steps: ReturnType<typeof readSteps>): ReturnType<typeof readSteps> {
  return {
    init: { ...steps.init, isCompleted: true },
    purpose: { stepDataObject: { purpose: 'Personal' }, isCompleted: true, isValid: true },
    details: {
      stepDataObject: { ...steps.details.stepDataObject, role: 'Software Developer' },
      isCompleted: true,
      isValid: true,
    },
    desiredFeatures: { stepDataObject: { features: ['SBOM'] }, isCompleted: false, isValid: true },
  };
}
