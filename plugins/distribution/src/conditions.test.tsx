import { HttpFailure } from '@lading/contract';
import type { ConditionState, PromotionConditions } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CONDITIONS, VERSION } from './addresses.ts';
import { ConditionSection } from './conditions/ConditionSection.tsx';
import { ConditionsPage } from './conditions/ConditionsPage.tsx';
import { openAt } from './testing/openAt.ts';

const SETTINGS = '/ui/api/v1/ui/promotionConditions';
const VERSION_CALL = '/ui/api/v1/ui/releaseBundles/app/1.0';
const Section = () => <ConditionSection name="app" version="1.0" />;
const none: PromotionConditions = {
  ...{ environment: 'DEV', severity: null, allowUnscanned: false, approvers: [], approvals: 1 },
  attestations: [],
};

describe('the promotion conditions', () => {
  function open(): FakeShell {
    return openAt(CONDITIONS, CONDITIONS, ConditionsPage, ({ http }) => {
      http
        .on(`GET ${SETTINGS}`, { environments: [none, { ...none, environment: 'PROD' }] })
        .on('GET /ui/api/v1/ui/attestationKeys', { keys: [] })
        .on('GET /access/api/v2/groups', { groups: [{ group_name: 'leads' }, { group_name: 'readers' }] });
    });
  }

  it('are set for each environment', async () => {
    const shell = open();
    shell.http.on(`PUT ${SETTINGS}/PROD`, ({ options }: FakeCall) => ({
      ...(options.body as object),
      environment: 'PROD',
    }));
    const form = within(await screen.findByRole('form', { name: 'PROD' }));
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(form.queryByRole('checkbox')).toBeNull();
    const severity = form.getByRole('combobox', { name: 'Prevent promotion from severity' });
    await userEvent.selectOptions(severity, 'High');
    await userEvent.click(form.getByRole('checkbox', { name: /unknown vulnerabilities/ }));
    await userEvent.click(form.getByRole('combobox', { name: 'Approval by members of' }));
    await userEvent.click(await form.findByRole('option', { name: 'leads' }));
    await userEvent.selectOptions(form.getByRole('combobox', { name: 'Approvals required' }), '2');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(shell.http.calls.at(-1)?.options.body).toEqual({
      ...{ severity: 'high', allowUnscanned: true, approvers: ['leads'], approvals: 2 },
      attestations: [],
    });
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('stay in the form when they cannot be saved', async () => {
    const shell = open();
    shell.http.on(`PUT ${SETTINGS}/PROD`, () => {
      throw new HttpFailure(400, 'Groups not found: leads', 'GROUP_NOT_FOUND');
    });
    const form = within(await screen.findByRole('form', { name: 'PROD' }));
    const severity = form.getByRole('combobox', { name: 'Prevent promotion from severity' });
    await userEvent.selectOptions(severity, 'Low');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Failed to save: Groups not found: leads')).toBeTruthy();
    expect((severity as HTMLSelectElement).value).toBe('low');
  });
});

describe('the conditions of a version', () => {
  const approval: NonNullable<ConditionState['approval']> = {
    ...{ approvers: ['leads'], approvals: 1, met: false, decisions: [], mayDecide: true },
  };
  const state: ConditionState = {
    environment: 'PROD',
    scan: {
      ...{ severity: 'high', allowUnscanned: false, met: false, failing: 1, unscanned: 2 },
      lines: [{ package: 'leaky', version: '1.0', why: 'Vulnerabilities: 1 high' }],
    },
    approval,
    attestation: null,
  };
  function open(states: () => unknown): FakeShell {
    return openAt('/release-bundles/source/app/1.0', VERSION, Section, ({ http }) => {
      http.on(`GET ${VERSION_CALL}/conditions`, states);
    });
  }

  it('show what prevents a promotion, and record the decision of an approver', async () => {
    let current = state;
    const shell = open(() => ({ environments: [current] }));
    expect(
      await screen.findByText(
        '1 package version has vulnerabilities or license violations of severity High or higher',
      ),
    ).toBeTruthy();
    expect(screen.getByText('2 package versions have unknown vulnerabilities')).toBeTruthy();
    expect(screen.getByText('0 of 1 approvals by members of leads')).toBeTruthy();
    shell.http.on(`POST ${VERSION_CALL}/decisions`, () => {
      const decision = { user: 'mia', comment: 'Not yet', decided: '2026-11-24T00:00:00.000Z' };
      current = {
        ...state,
        approval: { ...approval, decisions: [{ ...decision, decision: 'rejected' }] },
      };
      return current;
    });
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Not yet');
    await userEvent.click(screen.getByRole('button', { name: 'Reject for PROD' }));
    expect(await screen.findByText('Rejected by mia')).toBeTruthy();
    expect(shell.http.calls.find(({ path }) => path.endsWith('/decisions'))?.options.body).toEqual({
      ...{ environment: 'PROD', decision: 'rejected', comment: 'Not yet' },
    });
  });

  it('offer no decision to others', async () => {
    open(() => ({ environments: [{ ...state, approval: { ...approval, mayDecide: false } }] }));
    await screen.findByText('0 of 1 approvals by members of leads');
    expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
  });

  it('show why they are unknown, instead of none', async () => {
    open(() => {
      throw new HttpFailure(503, 'The database does not answer');
    });
    expect(await screen.findByText('Failed to load the promotion conditions')).toBeTruthy();
  });
});
