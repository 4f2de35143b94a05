import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScanResult } from './ScanResult.tsx';

const found = { critical: 0, high: 2, medium: 0, low: 0, info: 0, unknown: 1, skipped: 0 };

it('names severities by a letter and a word of the language', () => {
  const shell = fakeShell({ plugin: 'packages' });
  shell.services.there.add('xray');
  shell.language.text = ({ id, text }) => (id.startsWith('ui.severity.') ? `${text} in Polish` : text);
  renderInShell(shell, <ScanResult found={found} />);
  expect(screen.getByTitle('High in Polish').textContent).toBe('H in Polish');
  expect(screen.getByTitle('Unknown in Polish').textContent).toBe('U in Polish');
  expect(screen.queryByTitle('Medium in Polish')).toBeNull();
});
