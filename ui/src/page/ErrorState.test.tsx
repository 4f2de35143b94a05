import { fakeShell } from '@lading/contract/testing';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/index.ts';
import { ErrorState } from './ErrorState.tsx';

it('retries when the server is reachable again, while it is shown', () => {
  const shell = fakeShell();
  const again = vi.fn();
  const { unmount } = renderInShell(shell, <ErrorState what="No packages" cause="lost" onRetry={again} />);
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(again).not.toHaveBeenCalled();
  act(() => shell.connection.recover());
  expect(again).toHaveBeenCalledTimes(1);
  act(() => shell.connection.recover());
  expect(again).toHaveBeenCalledTimes(2);
  unmount();
  shell.connection.recover();
  expect(again).toHaveBeenCalledTimes(2);
});
