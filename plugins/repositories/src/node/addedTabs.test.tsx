import { message, type NodeTab, type NodeTabProps } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree } from '../testing/sampleTree.ts';

const Depth = ({ repoKey, path, node }: NodeTabProps) => <p>{`Depth of the ${node} ${repoKey}/${path}`}</p>;
function Wreck(): never {
  throw new TypeError('run aground');
}
const tab = (id: string, more: Partial<NodeTab> = {}): NodeTab => ({
  ...{ id, label: message(id, id.replace('tide.', '')), tab: async () => Depth },
  ...more,
});

function open(path: string, tabs: readonly NodeTab[]) {
  return openAt(path, '/repos/tree/*', TreePage, (shell: FakeShell) => {
    answerTree(shell, ['generic-local/a/b/c.txt']);
    for (const each of tabs) shell.add('nodeTabs', each);
  });
}
const tabs = async () => {
  await screen.findByRole('tab', { selected: true });
  return screen.getAllByRole('tab').map(({ textContent }) => textContent?.trim());
};
const FILE = 'generic-local/a/b/c.txt';

describe('a tab of a plugin', () => {
  it('follows the tabs of a file, and loads when a user opens it', async () => {
    const load = vi.fn(async () => Depth);
    const shell = open(`/repos/tree/General/${FILE}`, [
      tab('tide.last'),
      tab('tide.depth', { order: 1, tab: load }),
    ]);
    expect((await tabs()).slice(-2)).toEqual(['depth', 'last']);
    expect(load).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('tab', { name: 'depth' }));
    expect(await screen.findByText(`Depth of the file ${FILE}`)).toBeTruthy();
    expect(shell.navigation.place.pathname).toBe(`/repos/tree/tide.depth/${FILE}`);
  });

  it('is opened by its URL, also at a folder, which has no tabs otherwise', async () => {
    open('/repos/tree/tide.depth/generic-local/a/b', [tab('tide.depth', { nodes: ['folder'] })]);
    expect(await screen.findByText('Depth of the folder generic-local/a/b')).toBeTruthy();
    expect(await tabs()).toEqual(['General', 'depth']);
  });

  it.each<[string, Partial<NodeTab>]>([
    ['other kinds of nodes', { nodes: ['folder'] }],
    ['other package types', { packageTypes: ['npm'] }],
    ['other files', { endings: ['.json'] }],
    ['users without the permission', { requires: { features: ['TIDE'] } }],
  ])('is absent for %s, and its URL is that of the first tab', async (_, more) => {
    open(`/repos/tree/tide.depth/${FILE}`, [tab('tide.depth', more)]);
    expect(await screen.findByRole('tab', { name: 'General', selected: true })).toBeTruthy();
    expect(await tabs()).not.toContain('depth');
  });

  it('does not replace a tab of the console', async () => {
    open(`/repos/tree/General/${FILE}`, [tab('General'), tab('preview')]);
    expect(await tabs()).toEqual(['General', 'Preview', 'Properties 1', 'Checksums']);
    expect(screen.queryByText(/^Depth of/)).toBeNull();
  });

  it('that fails leaves the others usable, and is a failure of its plugin', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const shell = open(`/repos/tree/tide.wreck/${FILE}`, [tab('tide.wreck', { tab: async () => Wreck })]);
    expect((await screen.findByRole('alert')).textContent).toContain('run aground');
    expect(shell.failures).toMatchObject([{ error: { message: 'run aground' } }]);
    await userEvent.click(screen.getByRole('tab', { name: 'Checksums' }));
    expect(await screen.findByRole('tabpanel', { name: 'Checksums' })).toBeTruthy();
  });
});
