import { type MenuItemContribution, message } from '@lading/contract';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import plugin from '../plugin.ts';
import { QuickSetupPage } from '../quickSetup/QuickSetupPage.tsx';
import { openAt } from '../testing/openAt.ts';

const label = message('t', 'T');
const item = (path: string): { item: MenuItemContribution } => ({
  item: { sidebar: 'application', path, label },
});

function open(prepare: (shell: FakeShell) => void = () => {}, place = '/quick-setup') {
  return openAt(place, QuickSetupPage, (shell) => {
    shell.license.type = 'OSS';
    shell.features.on.add('COMMON.NEW_SET_ME_UP');
    shell.menus.entries.push(item('/packages'), item('/repos/tree'));
    shell.add('searchCategories', { id: 'packages', label, path: '/packages' });
    shell.http.on('GET /ui/api/v1/ui/packages/available', { packageTypes: [] });
    prepare(shell);
  });
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const tour = () => screen.findByRole('dialog', { name: 'Tour of the console' });
const heading = async () => (await tour()).querySelector('h2')?.textContent;

/** Returns the headings of all steps, in order. */
async function steps(): Promise<(string | null | undefined)[]> {
  await press('Take the tour');
  const seen = [await heading()];
  while (screen.queryByRole('button', { name: 'Next' })) {
    await press('Next');
    seen.push(await heading());
  }
  return seen;
}

describe('the tour of the console', () => {
  it('shows an administrator everything, and is offered again after Done [const-02]', async () => {
    const shell = open();
    expect(await steps()).toEqual([
      'Welcome to Lading',
      'Packages',
      'Artifacts',
      'Search',
      'Set Me Up',
      'Administration',
      'Help',
    ]);
    expect(screen.getByText('7 of 7')).toBeTruthy();
    await press('Done');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(shell.navigation.place.search).toBe('');
    await press('Take the tour again');
    expect(await heading()).toBe('Welcome to Lading');
  });

  it('shows a user only the available parts', async () => {
    open((shell) => {
      shell.user.current = fakeUser({ admin: false });
      shell.features.on.clear();
      shell.menus.entries.replace([item('/packages')]);
    });
    expect(await steps()).toEqual(['Welcome to Lading', 'Packages', 'Search', 'Help']);
  });

  it('continues at the step where it was left, also after a reload, and can be restarted', async () => {
    const first = open();
    await press('Take the tour');
    await press('Next');
    await press('Next');
    await press('Close the tour');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press('Continue the tour');
    expect(await heading()).toBe('Artifacts');
    await press('Close the tour');
    await press('Start over');
    expect(await heading()).toBe('Welcome to Lading');
    await press('Next');

    document.body.replaceChildren();
    open((shell) => {
      for (const [key, value] of first.storage.values) shell.storage.set(key, value);
    });
    await press('Continue the tour');
    expect(await heading()).toBe('Packages');
  });

  it('stores the progress per user', async () => {
    open(({ storage }) => storage.set('tour.grace', 'finished'));
    expect(await screen.findByRole('button', { name: 'Take the tour' })).toBeTruthy();
  });

  it('is a command that opens the page with the tour', async () => {
    const [command] = plugin.extensions?.commands ?? [];
    const shell = open();
    await command?.run(shell);
    await waitFor(async () => expect(await heading()).toBe('Welcome to Lading'));
    expect(shell.navigation.place).toMatchObject({ pathname: '/quick-setup', search: '?tour=true' });
  });
});
