import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PatternMatches } from './PatternMatches.tsx';

const CALL = 'POST /ui/api/v1/ui/permissiontargets/buildPatterns';

function Changing() {
  const [pattern, setPattern] = useState('tea*');
  return (
    <>
      <button type="button" onClick={() => setPattern('coffee*')}>
        Change
      </button>
      <PatternMatches kind="buildPatterns" patterns={{ includePatterns: [pattern], excludePatterns: [] }} />
    </>
  );
}

it('shows names only for the current patterns, never before the response [hook-06]', async () => {
  const shell = fakeShell();
  const answers: ((names: readonly string[]) => void)[] = [];
  shell.http.on(CALL, () => new Promise((resolve) => answers.push(resolve)));
  renderInShell(shell, <Changing />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Checking the patterns…');
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.(['tea-app']);
  expect(await screen.findByText('The patterns match 1 name: tea-app')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByRole('status').textContent).toBe('Checking the patterns…');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.([]);
  expect(await screen.findByText('The patterns match no names.')).toBeTruthy();
});
