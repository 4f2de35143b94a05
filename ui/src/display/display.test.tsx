import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { Facts } from './Facts.tsx';
import { Tags } from './Tags.tsx';

it('lists terms and values, and leaves out terms without a value', () => {
  const rows = [
    ['Size', '4 KiB'],
    ['Downloads', 0],
    ['License', ''],
    ['Digest', undefined],
    ['Revision', '1'],
    ['Revision', '2'],
  ] as const;
  renderInShell(fakeShell(), <Facts facts={rows} />);
  const terms = screen.getAllByRole('term').map((term) => term.textContent);
  const values = screen.getAllByRole('definition').map((value) => value.textContent);
  expect(terms).toEqual(['Size', 'Downloads', 'Revision', 'Revision']);
  expect(values).toEqual(['4 KiB', '0', '1', '2']);
});

it('shows each tag once', () => {
  renderInShell(fakeShell(), <Tags words={['latest', 'next', 'latest']} />);
  expect(screen.getAllByText(/latest|next/).map((tag) => tag.textContent)).toEqual(['latest', 'next']);
});

it('switches between the tabs of a code block by pointer and by keyboard, and copies and downloads the selected one', async () => {
  const user = userEvent.setup();
  const tabs = [
    { key: 'nginx', label: 'nginx', code: 'listen 80;\n', file: 'lading.conf' },
    { key: 'apache', label: 'Apache', code: 'Listen 80\n' },
  ];
  renderInShell(fakeShell(), <CodeBlock label="Configuration" tabs={tabs} />);
  const panel = () => screen.getByRole('tabpanel').textContent;
  expect(panel()).toBe('listen 80;\n');
  const link = screen.getByRole('link', { name: 'Download' });
  expect([link.getAttribute('download'), link.getAttribute('href')]).toEqual([
    'lading.conf',
    'data:text/plain;charset=utf-8,listen%2080%3B%0A',
  ]);
  await user.click(screen.getByRole('tab', { name: 'Apache' }));
  expect(panel()).toBe('Listen 80\n');
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy Configuration, Apache' }));
  expect(await navigator.clipboard.readText()).toBe('Listen 80\n');
  screen.getByRole('tab', { name: 'Apache' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(panel()).toBe('listen 80;\n');
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'nginx' }));
});
