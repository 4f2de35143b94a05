import { message } from '@lading/contract';
import { fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { describe, expect, it } from 'vitest';
import { ADVANCED } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { AdvancedMenuPage } from './AdvancedMenuPage.tsx';
import { partsOf } from './Highlight.tsx';

const people = message('people', 'People');
const item = (path: string, text: string, more = {}) => ({
  item: { sidebar: 'administration' as const, path, label: message(path, text), ...more },
});

function open(search = '', admin = true) {
  return openAt(`${ADVANCED}${search}`, ADVANCED, AdvancedMenuPage, (shell) => {
    shell.user.current = fakeUser({ admin });
    runInAction(() => {
      shell.menus.entries.push(
        item(ADVANCED, 'Advanced menu'),
        item('/admin/groups', 'Groups', { group: people, order: 2 }),
        item('/admin/users', 'Users', { group: people, order: 1 }),
        { ...item('/admin/ldap', 'LDAP', { group: people }), disabled: 'It requires the feature LDAP.' },
        item('/admin/all', 'Everything'),
      );
    });
    shell.add('adminCards', {
      id: 'keys',
      group: message('keys', 'Keys'),
      label: message('signing', 'Signing keys'),
      path: '/admin/keys',
      disabledReason: message('noKeys', 'No service keeps keys here.'),
    });
    shell.add('adminCards', {
      id: 'users-again',
      group: people,
      label: message('again', 'Users once more'),
      path: '/admin/users',
    });
    shell.add('adminCards', {
      id: 'secret',
      group: people,
      label: message('secret', 'Secret'),
      path: '/admin/secret',
      requires: { role: 'admin' },
    });
  });
}
const card = (name: string) => within(screen.getByRole('region', { name }));
const linksOf = (name: string) =>
  card(name)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the advanced menu', () => {
  it('has a card for each group, with the sidebar’s links in its order and those of plugins [route-10]', () => {
    open();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'People',
      'General',
      'Keys',
    ]);
    expect(linksOf('People')).toEqual(['Users', 'Groups', 'LDAP', 'Secret']);
    expect(linksOf('General')).toEqual(['Everything']);
    expect(card('People').getByRole('link', { name: 'Users' }).getAttribute('href')).toBe('/ui/admin/users');
  });

  it('has no link that the user may not follow [route-10]', () => {
    open('', false);
    expect(linksOf('People')).not.toContain('Secret');
  });

  it('says in a tooltip why an item is disabled, to the keyboard as well [route-10]', async () => {
    open();
    const link = screen.getByRole('link', { name: 'LDAP' });
    expect(link.getAttribute('href')).toBeNull();
    expect(link.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual([
      'It requires the feature LDAP.',
      'No service keeps keys here.',
    ]);
    const describedBy = document.getElementById(link.getAttribute('aria-describedby') ?? '');
    expect(describedBy?.textContent).toBe('It requires the feature LDAP.');
    card('People').getByRole('link', { name: 'Groups' }).focus();
    await userEvent.tab();
    expect(document.activeElement).toBe(link);
    expect(describedBy?.dataset.open).toBe('true');
    await userEvent.keyboard('{Escape}');
    expect(describedBy?.dataset.open).toBeUndefined();
  });

  it('highlights search results, and keeps the search in the URL [route-10]', async () => {
    const { navigation } = open();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the administration' }), 'us');
    await waitFor(() => expect(navigation.place.search).toBe('?search=us'));
    expect(linksOf('People')).toEqual(['Users']);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Us']);
    expect(screen.getByText('1 link')).toBeTruthy();
  });

  it('keeps the whole card whose name is found', () => {
    open('?search=people');
    expect(linksOf('People')).toEqual(['Users', 'Groups', 'LDAP', 'Secret']);
  });

  it('shows that nothing was found, and clears the search', async () => {
    const { navigation } = open('?search=kraken');
    expect(screen.getByText('No results for “kraken” in the administration')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(navigation.place.search).toBe('');
  });
});

it('marks every place, in the words’ own capitals', () => {
  expect(
    partsOf('Repositories of repairs', 'rep')
      .map(({ text, found }) => (found ? `[${text}]` : text))
      .join(''),
  ).toBe('[Rep]ositories of [rep]airs');
  expect(partsOf('İstanbul', 's')).toEqual([{ text: 'İstanbul', start: 0, found: false }]);
});
