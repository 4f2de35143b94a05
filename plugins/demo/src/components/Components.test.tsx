import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { Components } from './Components.tsx';
import { GroupView } from './Example.tsx';
import { GROUPS } from './groups.ts';

/** One group alone: the whole page is large. */
function open(key: string) {
  const group = GROUPS.find((each) => each.key === key);
  return openAt('/demo', () => (group ? <GroupView group={group} /> : null));
}
const state = (name: string) => within(screen.getByRole('group', { name }));

it('links to each group', async () => {
  openAt('/demo', Components);
  await screen.findByText('8 packages');
  const headings = [...document.querySelectorAll('h3')].filter(({ id }) => id.startsWith('demo-'));
  const links = [...document.querySelectorAll('nav a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `#${id}`));
  expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
  expect(headings.length).toBe(GROUPS.length);
});

it('shows the states of a field, and how to import it', async () => {
  open('text-fields');
  expect(screen.getByText("import { TextField } from '@lading/ui';")).toBeTruthy();
  expect(screen.getByTitle('Copy TextField')).toBeTruthy();
  const [disabled] = screen.getAllByLabelText<HTMLInputElement>('Disabled');
  const [readOnly] = screen.getAllByLabelText<HTMLInputElement>('Read-only');
  expect([disabled?.disabled, readOnly?.readOnly]).toEqual([true, true]);
  const errors = screen.getAllByText('This value is already in use. Enter another one.');
  expect(errors.length).toBeGreaterThan(3);
});

it('shows the states of a form', () => {
  open('forms');
  expect(state('Several errors').getByText('Email: Enter an email address')).toBeTruthy();
  expect(state('Conflict').getByText('Open current values in new tab')).toBeTruthy();
  expect(state('Saving').getByText('Save').closest('button')?.getAttribute('aria-busy')).toBe('true');
  expect(state('Read-only').queryByText('Save')).toBeNull();
});

it('shows the states of a list', async () => {
  open('tables');
  expect(await screen.findByText('8 packages')).toBeTruthy();
  expect(await state('With an error').findByText('Retry')).toBeTruthy();
  expect(state('Empty').getByText('No packages yet')).toBeTruthy();
  expect(state('Loading').getByRole('grid').getAttribute('aria-busy')).toBe('true');
});

it('notifies, and shows what an error leaves', async () => {
  // React reports the error of the example.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const user = userEvent.setup();
  const shell = open('navigation');
  await user.click(screen.getByText('With Undo'));
  expect(shell.notifications.shown.at(-1)?.action?.verb).toBe('Undo');
  open('states');
  await user.click(screen.getByText('Throw an error'));
  expect(await screen.findByText('This screen stopped working')).toBeTruthy();
});
