import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSearchParams } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { Tabs } from './Tabs.tsx';

function Page() {
  const selected = useSearchParams()[0].get('tab') ?? 'readme';
  const tabs = [
    { key: 'readme', label: 'Readme' },
    { key: 'files', label: 'Files', count: '3' },
  ];
  return (
    <Tabs label="Version" tabs={tabs} selected={selected} to={(tab) => `?tab=${tab}`}>
      {selected}
    </Tabs>
  );
}

it('keeps the selected tab in the URL', async () => {
  const shell = fakeShell({ place: '/version' });
  renderInShell(shell, <Page />);
  expect(screen.getByRole('tab', { name: 'Readme' }).getAttribute('aria-selected')).toBe('true');
  await userEvent.click(screen.getByRole('tab', { name: 'Files 3' }));
  expect(shell.navigation.place).toMatchObject({ pathname: '/version', search: '?tab=files' });
  expect(screen.getByRole('tabpanel', { name: 'Files 3' }).textContent).toBe('files');
});

it('moves by arrow keys, and opens with Space', async () => {
  const shell = fakeShell({ place: '/version' });
  renderInShell(shell, <Page />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Files 3' }));
  await userEvent.keyboard(' ');
  expect(shell.navigation.place.search).toBe('?tab=files');
  await userEvent.keyboard('{Home}{Enter}');
  expect(shell.navigation.place.search).toBe('?tab=readme');
});

it('scrolls the selected tab into view, without moving the page', () => {
  // As on a phone: 100 px are visible of tabs 80 px wide.
  const rect = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    const at =
      this.getAttribute('role') === 'tab' ? [...(this.parentElement?.children ?? [])].indexOf(this) : 0;
    return new DOMRect(at * 80, 0, this.getAttribute('role') === 'tab' ? 80 : 100, 40);
  });
  renderInShell(fakeShell({ place: '/version?tab=files' }), <Page />);
  expect(screen.getByRole('tablist').scrollLeft).toBe(60);
  rect.mockRestore();
});
