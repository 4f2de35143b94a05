import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DayField } from './DayField.tsx';

function Filter({ onDay }: { onDay: (day: string) => void }) {
  const [day, setDay] = useState('2026-11-23T08:00:00Z');
  const onChange = (next: string) => {
    onDay(next);
    setDay(next);
  };
  return <DayField label="Changed since" value={day} onChange={onChange} />;
}

it('filters by a typed day once it is complete, and shows the day of a URL', async () => {
  const user = userEvent.setup();
  const days: string[] = [];
  renderInShell(fakeShell(), <Filter onDay={(day) => days.push(day)} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Changed since' });
  expect(field.value).toBe('2026-11-23');
  await user.clear(field);
  await user.paste('2026-11-3');
  expect(days).toEqual(['']);
  await user.type(field, '0');
  expect(days).toEqual(['', '2026-11-30']);
  expect(screen.getByRole('button', { name: 'Open the calendar of Changed since' })).toBeTruthy();
});
