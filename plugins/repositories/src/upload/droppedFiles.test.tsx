import type { FakeCall } from '@lading/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';
import { droppedFiles } from './droppedFiles.ts';

/**
 * Dropped content: a string is a file with that content, `undefined` an unreadable file, an object
 * a folder.
 */
type Dropped = string | undefined | { readonly [name: string]: Dropped };

function entryOf(name: string, what: Dropped): FileSystemEntry {
  if (typeof what !== 'object') {
    const file: FileSystemFileEntry['file'] = (take, fail) =>
      what === undefined ? fail?.(new DOMException('no')) : take(new File([what], name));
    return { name, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  // Two batches, as browsers return for large folders.
  const children = Object.entries(what).map(([child, within]) => entryOf(child, within));
  const createReader = () => {
    const parts = [children.slice(0, 1), children.slice(1), []];
    return { readEntries: (take: (part: FileSystemEntry[]) => void) => take(parts.shift() ?? []) };
  };
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemEntry;
}
const dataOf = (what: { readonly [name: string]: Dropped }) => ({
  types: ['Files'],
  files: [],
  items: Object.entries(what).map(([name, each]) => ({ webkitGetAsEntry: () => entryOf(name, each) })),
});

describe('dropped files and folders', () => {
  it('keep their structure, without unreadable files', async () => {
    const data = dataOf({
      top: '1',
      in: { one: '2', locked: undefined, deep: { two: '3' } },
      gone: undefined,
    });
    const { files, unread } = await droppedFiles(data as unknown as DataTransfer);
    expect(files.map(({ path }) => path)).toEqual(['top', 'in/one', 'in/deep/two']);
    expect(unread).toEqual(['in/locked', 'gone']);
  });

  it('are uploaded without unreadable files, which are listed', async () => {
    const asked: string[][] = [];
    const shell = openAt('/repos/tree/General/generic-local/a', '/repos/tree/*', TreePage, (prepared) => {
      answerTree(prepared, ['generic-local/a/b.txt']);
      prepared.http.on(`POST ${BROWSER}/uploads`, ({ options }: FakeCall) => {
        const { paths } = options.body as { paths: string[] };
        asked.push(paths);
        return { existing: paths };
      });
    });
    await screen.findByRole('button', { name: 'Upload' });
    const locked = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, undefined]));
    const pane = document.querySelector('.repositories-node') as Element;
    fireEvent.drop(pane, { dataTransfer: dataOf({ good: '1', ...locked }) });
    const panel = await screen.findByRole('region', { name: 'Uploads' });
    await within(panel).findByText('A file with this name already exists');
    expect(asked).toEqual([['a/good']]);
    await waitFor(() =>
      expect(shell.notifications.shown.map(({ text }) => text)).toEqual([
        'Failed to read 6 files or folders, which will not be uploaded: a, b, c, d, e, …. Check your permissions for them, and drop them again.',
      ]),
    );
  });
});
