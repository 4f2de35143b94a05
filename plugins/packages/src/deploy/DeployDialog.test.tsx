import type { DeployRepositories } from '@lading/contract/rest';
import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeployDialog } from './DeployDialog.tsx';

const targets: DeployRepositories = {
  repoTypesList: ['first', 'second'].map((repoKey) => ({ repoKey, repoType: 'generic', type: 'LOCAL' })),
  fileUploadMaxSizeMb: 100,
};
/** The browser's calls, which the test answers. */
const calls: { path: string; given: 'up' | undefined; answer: (status: number) => void }[] = [];

class Call extends EventTarget {
  upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  readonly #own: (typeof calls)[number] = {
    path: '',
    given: undefined,
    answer: (status) => {
      this.status = status;
      act(() => void this.dispatchEvent(new Event('load')));
    },
  };
  open(_method: string, path: string) {
    this.#own.path = path;
  }
  setRequestHeader() {}
  abort() {
    this.#own.given = 'up';
    this.dispatchEvent(new Event('abort'));
  }
  send() {
    calls.push(this.#own);
  }
}

const file = (name: string) => new File(['bytes'], name);
async function open(...names: string[]) {
  calls.length = 0;
  vi.stubGlobal('XMLHttpRequest', Call);
  const shell = fakeShell({ plugin: 'packages', place: '/packages' });
  shell.http.on('GET /ui/api/v1/ui/repodata', targets);
  const onClose = vi.fn();
  renderInShell(shell, <DeployDialog repoKey="first" files={names.map(file)} onClose={onClose} />);
  const dialog = await screen.findByRole('dialog', { hidden: true });
  return { shell, dialog, onClose, inside: within(dialog) };
}
afterEach(() => vi.unstubAllGlobals());
const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

describe('deploying files', () => {
  it('sends each file to the repository that was selected when its upload started, and shows which', async () => {
    const { inside, dialog } = await open('a.txt');
    await userEvent.click(await inside.findByText('Deploy 1 file'));
    await waitFor(() => expect(calls).toHaveLength(1));
    await userEvent.selectOptions(inside.getByLabelText('Repository'), 'second');
    await userEvent.type(inside.getByLabelText(/^Folder/), 'tools');
    const input = dialog.querySelector<HTMLInputElement>('input[type=file]');
    if (input) await userEvent.upload(input, file('b.txt'));
    expect(await inside.findByText('To second/tools')).toBeTruthy();
    expect(inside.getByText('To first')).toBeTruthy();
    await userEvent.click(inside.getByText('Deploy 1 file'));
    calls[0]?.answer(201);
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ path }) => path)).toEqual([
      '/artifactory/first/a.txt',
      '/artifactory/second/tools/b.txt',
    ]);
  });

  it('confirms before it stops uploads in progress, and keeps the tab open until then', async () => {
    const { inside, shell, dialog, onClose } = await open('a.txt', 'b.txt');
    await userEvent.click(await inside.findByText('Deploy 2 files'));
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(shell.navigation.blocked).toBe('2 files are still being deployed.');
    shell.modals.answer = false;
    pressEscape(dialog);
    await userEvent.click(inside.getByText('Close'));
    expect(shell.modals.asked.map(({ title }) => title)).toEqual(['Stop 2 uploads?', 'Stop 2 uploads?']);
    expect(onClose).not.toHaveBeenCalled();
    expect(calls[0]?.given).toBeUndefined();

    calls[0]?.answer(201);
    await waitFor(() => expect(calls).toHaveLength(2));
    calls[1]?.answer(201);
    await waitFor(() => expect(inside.getAllByText('Deployed')).toHaveLength(2));
    expect(shell.navigation.blocked).toBeUndefined();
    pressEscape(dialog);
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
    expect(shell.modals.asked).toHaveLength(2);
  });

  it('stops them when that is agreed to', async () => {
    const { inside, shell, dialog, onClose } = await open('a.txt');
    await userEvent.click(await inside.findByText('Deploy 1 file'));
    await waitFor(() => expect(calls).toHaveLength(1));
    pressEscape(dialog);
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(false));
    expect(shell.modals.asked).toHaveLength(1);
  });
});
