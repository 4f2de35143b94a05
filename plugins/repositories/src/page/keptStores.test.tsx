import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { runInAction } from 'mobx';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';
import { TreePage } from './TreePage.tsx';

const files = ['generic-local/a/b.txt', 'generic-local/a/c.txt', 'npm-local/x.tgz'];
const ROUTE = '/repos/tree/*';

function open(path: string, prepare: (shell: FakeShell) => void = () => {}) {
  return openAt(path, ROUTE, TreePage, (shell) => {
    answerTree(shell, files);
    prepare(shell);
  });
}
/** Unmounts the plugin, as another plugin would replace it, and mounts it again. */
function remount(shell: FakeShell, meanwhile: () => void = () => {}) {
  cleanup();
  meanwhile();
  renderInShell(shell.again(), <TreePage />, ROUTE);
}
const line = (name: string) => screen.findByRole('treeitem', { name });
const lines = () =>
  screen.queryAllByRole('treeitem').map((each) => each.getAttribute('aria-label')?.split(',')[0]);
const drop = async (name: string) => {
  await screen.findByRole('tabpanel');
  const pane = document.querySelector('.repositories-node') as Element;
  const data = { types: ['Files'], items: [], files: [new File(['x'], name)] };
  fireEvent.drop(pane, { dataTransfer: data });
  return screen.findByRole('region', { name: 'Uploads' });
};
const keepsTab = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('the tree after a visit to another plugin', () => {
  afterEach(() => vi.restoreAllMocks());

  it('keeps its expanded and selected lines [route-07]', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a/b.txt');
    await user.click((await line('c.txt')).querySelector('input[type=checkbox]') as Element);
    await screen.findByText('1 selected');
    await shell.navigation.go('/repos/tree');
    remount(shell);
    expect(lines()).toEqual(['generic-local', 'a', 'b.txt', 'c.txt', 'npm-local']);
    expect((await line('c.txt')).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText('1 selected')).toBeTruthy();
  });

  it('shows content created and deleted in the meantime', async () => {
    const shell = open('/repos/tree/General/generic-local/a/b.txt');
    await line('c.txt');
    await shell.navigation.go('/repos/tree');
    remount(shell, () =>
      answerTree(shell, ['generic-local/a/b.txt', 'generic-local/a/new.txt', 'late-local/y', 'npm-local/x']),
    );
    await line('late-local, Local, late');
    await line('new.txt');
    expect(lines()).toEqual(['generic-local', 'a', 'b.txt', 'new.txt', 'late-local', 'npm-local']);
  });

  it('opens a repository that was created in the meantime', async () => {
    const shell = open('/repos/tree');
    await line('npm-local, Local, npm');
    await shell.navigation.go('/repos/tree/General/late-local/in/y.txt');
    remount(shell, () => answerTree(shell, [...files, 'late-local/in/y.txt']));
    await line('y.txt');
    expect(lines()).toEqual(['generic-local', 'npm-local', 'late-local', 'in', 'y.txt']);
  });

  it('shows uploads in progress, which can be stopped', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a/b.txt', ({ http }) =>
      http.on(`POST ${BROWSER}/uploads`, () => new Promise(() => {})),
    );
    await drop('new.txt');
    remount(shell);
    const panel = within(await screen.findByRole('region', { name: 'Uploads' }));
    await user.click(panel.getByRole('button', { name: 'Stop new.txt' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  it('asks once before the tab is closed during uploads, and not for finished ones', async () => {
    const added = vi.spyOn(window, 'addEventListener');
    const asking = () => added.mock.calls.filter(([type]) => type === 'beforeunload').length;
    const shell = open('/repos/tree/General/generic-local/a/b.txt', ({ http }) =>
      http.on(`POST ${BROWSER}/uploads`, () => new Promise(() => {})),
    );
    await drop('new.txt');
    remount(shell);
    remount(shell);
    await screen.findByRole('region', { name: 'Uploads' });
    expect(asking()).toBe(1);
    expect(keepsTab()).toBe(true);
    cleanup();
    runInAction(() => (shell.user.current = undefined));
    expect(keepsTab()).toBe(false);
  });

  it('shows nothing of a previous user', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a/b.txt', ({ http }) =>
      http.on(`POST ${BROWSER}/uploads`, () => new Promise(() => {})),
    );
    await user.click((await line('c.txt')).querySelector('input[type=checkbox]') as Element);
    await drop('secret.txt');
    await shell.navigation.go('/repos/tree');
    remount(shell, () => {
      runInAction(() => (shell.user.current = undefined));
      runInAction(() => (shell.user.current = fakeUser({ name: 'other' })));
    });
    await line('npm-local, Local, npm');
    await waitFor(() => expect(lines()).toEqual(['generic-local', 'npm-local']));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});
