import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import { choose } from '../../testing/choose.ts';
import { modalDialogs } from '../../testing/modalDialogs.ts';
import { ADA, endConsole, slotOf, testConsole, testServer, tinyPlugin } from '../../testing/testConsole.ts';

const ADMIN = { ...ADA, admin: true };
const title = (text: string) => ({ id: text, text });
const role = 'admin' as const;
const saved = vi.fn(async () => {});
const failing = vi.fn(() => Promise.reject(new Error('no paper')));

const start = () =>
  testConsole(
    [
      {
        definition: tinyPlugin('packages', {
          routes: [{ path: '/packages/:id?', name: 'packages', title: title('Packages') }],
          extensions: {
            searchCategories: [{ id: 'packages', label: title('Packages'), path: '/packages' }],
            commands: [
              {
                id: 'tea.save',
                label: title('Save the tea list'),
                keywords: ['export'],
                shortcut: 'g s',
                run: saved,
              },
              { id: 'tea.print', label: title('Print the tea list'), run: failing },
              { id: 'tea.purge', label: title('Purge the tea list'), requires: { role }, run: saved },
            ],
          },
        }),
      },
      {
        definition: tinyPlugin('admin', {
          routes: [
            { path: '/admin/users', name: 'users', title: title('Users'), requires: { role } },
            { path: '/admin/off', name: 'off', title: title('Proxies'), requires: { role } },
          ],
          menuItems: [
            { sidebar: 'administration', path: '/admin/users', label: title('Users'), requires: { role } },
            {
              sidebar: 'administration',
              path: '/admin/off',
              label: title('Proxies'),
              requires: { role },
              disabled: true,
              disabledReason: title('Ask the network team.'),
            },
          ],
        }),
      },
    ],
    [],
    { mountFrame },
  );

const keys = userEvent.keyboard;
async function openPalette() {
  await screen.findByRole('banner');
  await keys('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Find a page, a package, a setting, or an action' });
}
const option = (name: RegExp | string) => screen.findByRole('option', { name });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

beforeEach(() => {
  modalDialogs();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  saved.mockClear();
});
afterEach(endConsole);

describe('the palette', () => {
  it('opens a screen by some of its letters, by keyboard, and highlights the letters', async () => {
    testServer('/packages', ADMIN);
    await start();
    const box = await openPalette();
    expect(document.activeElement).toBe(box);
    await keys('usrs');
    const found = await option(/Users/);
    await waitFor(() => expect(found.getAttribute('aria-selected')).toBe('true'));
    expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent).join('')).toBe('Usrs');
    expect(box.getAttribute('aria-activedescendant')).toBe(found.id);
    await keys('{Enter}');
    expect(location.pathname).toBe('/ui/admin/users');
    expect(screen.queryByRole('combobox', { name: /^Find/ })).toBeNull();
  });

  it('is navigated with the arrow keys, and restores the focus on Escape', async () => {
    testServer('/packages');
    await start();
    const before = await screen.findByRole('button', { name: 'Help' });
    before.focus();
    const box = await openPalette();
    const all = screen.getAllByRole('option');
    await keys('{ArrowUp}');
    expect(box.getAttribute('aria-activedescendant')).toBe(all.at(-1)?.id);
    await keys('{ArrowDown}{ArrowDown}');
    expect(box.getAttribute('aria-activedescendant')).toBe(all[1]?.id);
    await keys('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Find/ })).toBeNull());
    expect(document.activeElement).toBe(before);
  });

  it('runs plugin commands for users with access, and reports failures', async () => {
    testServer('/packages');
    await start();
    await openPalette();
    await keys('tea list');
    await option(/Save the tea list/);
    expect(options().some((text) => text?.includes('Purge'))).toBe(false);
    await userEvent.click(await option(/Save the tea list/));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await openPalette();
    await keys('print');
    await userEvent.click(await option(/Print the tea list/));
    expect(await screen.findByText('“Print the tea list” failed: no paper')).toBeTruthy();
  });

  it('finds a command by its search words, and runs it by its default keys', async () => {
    testServer('/packages');
    await start();
    await openPalette();
    await keys('export');
    expect(await option(/Save the tea list/)).toBeTruthy();
    await keys('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^Find/ })).toBeNull());
    await keys('gs');
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  });

  it('shows why an entry is disabled, and shows administrators hidden entries with the rule', async () => {
    testServer('/packages', ADMIN);
    await start();
    await openPalette();
    await keys('prox');
    expect((await option(/Proxies/)).textContent).toContain('Ask the network team.');
    await keys('{Control>}a{/Control}Project');
    expect(screen.queryByRole('option', { name: /Members/ })).toBeNull();
    expect(screen.getByRole('checkbox', { name: 'Show hidden' })).toBeTruthy();
  });

  it('shows hidden entries to no other users', async () => {
    testServer('/packages');
    await start();
    await openPalette();
    expect(screen.queryByRole('checkbox', { name: 'Show hidden' })).toBeNull();
    await keys('users');
    await option('Search for “users” in Packages');
    expect(screen.getAllByRole('option')).toHaveLength(1);
  });

  it('offers recent pages', async () => {
    testServer('/packages/tea-chest');
    await start();
    await screen.findByRole('banner');
    slotOf('packages')?.insertAdjacentHTML('beforeend', '<h1>Tea chest</h1>');
    await waitFor(() => expect(localStorage.getItem('lading.shell.recent.ada')).toContain('Tea chest'));
    await keys('gp');
    await waitFor(() => expect(location.pathname).toBe('/ui/packages'));
    await openPalette();
    await userEvent.click(await option(/Tea chest/));
    expect(location.pathname).toBe('/ui/packages/tea-chest');
  });
});

describe('the drawer', () => {
  it('closes with Escape wherever the focus is, and focuses its button', async () => {
    testServer('/packages');
    await start();
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
    screen.getByRole('button', { name: 'Help' }).focus();
    await keys('{Escape}');
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Open menu' }));
  });
});

describe('the shortcuts dialog', () => {
  it('opens with its key and from the help menu, and lists the actions of keys [shell-07]', async () => {
    testServer('/packages');
    await start();
    await screen.findByRole('banner');
    await keys('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Search box')).toBeTruthy();
    await keys('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    await choose('Keyboard Shortcuts');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it('accepts other keys, but none that conflict', async () => {
    testServer('/packages');
    await start();
    await screen.findByRole('banner');
    await keys('?');
    await userEvent.click(await screen.findByRole('button', { name: 'Change the shortcut for Search box' }));
    await keys('?');
    expect((await screen.findByText('? is already used by “Keyboard shortcuts”.')).getAttribute('role')).toBe(
      'alert',
    );
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await keys('{Backspace}zs{Enter}');
    await screen.findByRole('button', { name: 'Reset the shortcut for Search box' });
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.querySelector('.lading-searchbox .lading-key')?.textContent).toBe('zs');
    await keys('zs');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Search/ }));
  });

  it('can turn off single-key shortcuts', async () => {
    testServer('/packages');
    await start();
    await screen.findByRole('banner');
    await keys('?');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Single-key shortcuts/ }));
    await keys('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await keys('?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
