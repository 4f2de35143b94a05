import { HttpFailure } from '@lading/contract';
import { type FakeCall, fakeShell } from '@lading/contract/testing';
import { describe, expect, it, vi } from 'vitest';
import { TreeApi } from '../treeApi.ts';
import { type Sending, type Sent, sendFile } from './sendFile.ts';
import { UploadStore } from './UploadStore.ts';

const ASK = 'POST /ui/api/v1/ui/v2/treebrowser/uploads';
const ok: Sent = { status: 201, message: undefined };

function setUp(existing: readonly string[] = []) {
  const shell = fakeShell();
  const landed: string[] = [];
  const sent: { address: string; sending: Sending; answer: (sent: Sent) => void }[] = [];
  shell.http.on(ASK, ({ options }: FakeCall) => {
    const { paths } = options.body as { paths: string[] };
    return { existing: paths.filter((path) => existing.includes(path)) };
  });
  const store = new UploadStore(
    new TreeApi(shell.http),
    (address, _file, sending) =>
      new Promise((answer, reject) => {
        sending.signal.addEventListener('abort', () => reject(sending.signal.reason));
        sent.push({ address, sending, answer });
      }),
    ({ path }) => landed.push(path),
  );
  const add = (...names: string[]) =>
    store.add(
      names.map((path) => ({ file: new File(['12345'], path), path })),
      'generic-local',
      'in',
    );
  const states = () => store.uploads.map(({ status }) => status);
  return { shell, store, sent, landed, add, states };
}

describe('uploads', () => {
  it('are sent three at a time, to URLs with escaped names', async () => {
    const { store, sent, landed, add, states } = setUp();
    add('a/<b>', '%2f', 'c;d', 'e', 'f');
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    expect(sent.map(({ address }) => address)).toEqual([
      '/artifactory/generic-local/in/a/%3Cb%3E',
      '/artifactory/generic-local/in/%252f',
      '/artifactory/generic-local/in/c%3Bd',
    ]);
    expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    sent[0]?.sending.onProgress(3);
    expect(store.uploads[0]?.sent).toBe(3);
    for (let at = 0; at < 5; at += 1) {
      await vi.waitFor(() => expect(sent.length).toBeGreaterThan(at));
      sent[at]?.answer(ok);
    }
    await vi.waitFor(() => expect(store.busy).toBe(false));
    expect(landed.sort()).toEqual(['in/%2f', 'in/a/<b>', 'in/c;d', 'in/e', 'in/f']);
  });

  it('ask before they replace existing files', async () => {
    const { store, sent, add, states } = setUp(['in/old']);
    add('old', 'new');
    await vi.waitFor(() => expect(states()).toEqual(['exists', 'sending']));
    store.replace(store.existing);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[0]?.answer(ok);
    sent[1]?.answer(ok);
    await vi.waitFor(() => expect(store.done).toBe(2));
  });

  it('stay in the queue after a failure, with the server’s message, and can be retried', async () => {
    const { store, sent, add } = setUp();
    add('one', 'two');
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[0]?.answer({ status: 413, message: 'The file is too large' });
    sent[1]?.answer({ status: 0, message: undefined });
    await vi.waitFor(() => expect(store.failed).toHaveLength(2));
    expect(store.failed.map(({ cause }) => cause)).toEqual(['The file is too large', undefined]);
    store.retry(store.failed);
    await vi.waitFor(() => expect(sent).toHaveLength(4));
    sent[2]?.answer(ok);
    sent[3]?.answer(ok);
    await vi.waitFor(() => expect(store.done).toBe(2));
  });

  it('wait for a new sign-in after the session expires, and lose nothing', async () => {
    const { shell, store, sent, add } = setUp();
    add('one');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.answer({ status: 401, message: 'Sign in to continue' });
    // The shell repeats this call after the sign-in.
    await vi.waitFor(() => expect(shell.http.calls).toHaveLength(2));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    sent[1]?.answer(ok);
    await vi.waitFor(() => expect(store.done).toBe(1));
  });

  it('fail individually for invalid names', async () => {
    const { shell, store, sent, add, states } = setUp();
    shell.http.on(ASK, ({ options }: FakeCall) => {
      const { paths } = options.body as { paths: string[] };
      if (paths.includes('in/bad')) throw new HttpFailure(400, 'Invalid path');
      return { existing: [] };
    });
    add('bad', 'good');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(states()).toEqual(['failed', 'sending']);
    expect(store.failed[0]?.cause).toBe('Invalid path');
  });

  it('are not sent when they are stopped during the check for existing files', async () => {
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => {});
    const shell = fakeShell();
    let answer = (_: { existing: string[] }) => {};
    shell.http.on(ASK, () => new Promise((resolve) => (answer = resolve)));
    const store = new UploadStore(new TreeApi(shell.http), sendFile, () => {});
    const add = (path: string) => store.add([{ file: new File(['1'], path), path }], 'generic-local', '');
    add('stopped');
    await vi.waitFor(() => expect(shell.http.calls).toHaveLength(1));
    store.clear(true);
    answer({ existing: [] });
    // Only the following uploads are sent.
    add('next');
    await vi.waitFor(() => expect(shell.http.calls).toHaveLength(2));
    answer({ existing: [] });
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    expect(send.mock.calls.map(([file]) => (file as File).name)).toEqual(['next']);
  });

  it('can be stopped and removed', async () => {
    const { store, sent, add, states } = setUp();
    add('one', 'two');
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    const [first] = store.uploads;
    if (first) store.take(first);
    expect(sent[0]?.sending.signal.aborted).toBe(true);
    expect(states()).toEqual(['sending']);
    store.clear(true);
    expect(sent[1]?.sending.signal.aborted).toBe(true);
    expect(states()).toEqual([]);
  });
});
