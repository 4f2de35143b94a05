import { fakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { SearchField } from './SearchField.tsx';

function Held(props: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('');
  const change = (next: string) => {
    props.onChange(next);
    setValue(next);
  };
  return <SearchField label="Filter by name" value={value} onChange={change} />;
}

function field() {
  const onChange = vi.fn();
  renderInShell(fakeShell(), <Held onChange={onChange} />);
  return { onChange, input: screen.getByRole('searchbox', { name: 'Filter by name' }) };
}

it('reports typed text after a pause', async () => {
  const { onChange, input } = field();
  await userEvent.type(input, 'react');
  await waitFor(() => expect(onChange.mock.calls).toEqual([['react']]));
});

it('reports it immediately on Enter, and is cleared by Escape and by its button', async () => {
  const { onChange, input } = field();
  await userEvent.type(input, 'left{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('left');
  await userEvent.keyboard('{Escape}');
  expect(onChange).toHaveBeenLastCalledWith('');
  await userEvent.type(input, 'pad{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filter by name' }));
  expect(onChange).toHaveBeenLastCalledWith('');
  expect(document.activeElement).toBe(input);
});
