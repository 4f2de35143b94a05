import { fakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInShell } from '../testing/index.ts';
import { DateField } from './DateField.tsx';

function Field({ begin = '' }: { begin?: string }) {
  const [day, setDay] = useState(begin);
  return <DateField label="Valid through" value={day} onChange={setDay} />;
}
const value = () => (screen.getByRole('textbox', { name: 'Valid through' }) as HTMLInputElement).value;

it('takes a typed day', async () => {
  renderInShell(fakeShell(), <Field />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Valid through' }), '2026-11-30');
  expect(value()).toBe('2026-11-30');
});

it('reports a text that is no day when it is left', async () => {
  renderInShell(fakeShell(), <Field />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Valid through' }), '2026-02-30');
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('alert').textContent).toBe('Enter a date, such as 2026-11-30');
});

it('takes a day of the calendar, which opens at the value', async () => {
  renderInShell(fakeShell(), <Field begin="2026-02-03" />);
  await userEvent.click(screen.getByRole('button', { name: 'Open the calendar of Valid through' }));
  expect(await screen.findByRole('dialog', { name: 'Valid through' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /^17,? ?February|February 17/ }));
  expect(value()).toBe('2026-02-17');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
