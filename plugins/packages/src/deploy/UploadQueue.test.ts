import { message } from '@lading/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BadFile, type Deployer } from '../formats/Deployer.ts';
import { dialogMessages as messages } from './dialogMessages.ts';
import { UploadQueue } from './UploadQueue.ts';

const why = message('t.bad', 'It is none');
const deployer: Deployer = {
  endings: ['.tgz'],
  about: message('t.about', 'About'),
  folder: message('t.folder', 'Folder'),
  folderOf: async (file) =>
    file.name.endsWith('.tell.tgz') ? file.name.replace('.tell.tgz', '') : undefined,
  suits: (file, folder) => file.name.startsWith(folder),
  prepare: async (file, { repoKey, folder }) => {
    if (file.name === 'bad.tgz') throw new BadFile(why);
    return { method: 'PUT', path: `/${repoKey}/${folder}/${file.name}`, body: file };
  },
};
const files = (...names: string[]) => names.map((name) => new File(['bytes'], name));

/** The paths that were called. */
let called: string[] = [];

/** The browser's call, answered by `answers` in turn. */
function answerWith(...answers: { status: number; text?: string }[]) {
  called = [];
  class Call extends EventTarget {
    upload = new EventTarget();
    status = 0;
    statusText = 'Error';
    responseText = '';
    open(_method: string, path: string) {
      called.push(path);
    }
    setRequestHeader() {}
    abort() {}
    send() {
      const { status, text = '' } = answers.shift() ?? { status: 201 };
      Object.assign(this, { status, responseText: text });
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Call);
}
afterEach(() => vi.unstubAllGlobals());
const states = ({ uploads }: UploadQueue) => uploads.map(({ state }) => state);

describe('files on their way', () => {
  it('publishes files sequentially; a failed file does not stop the others and can be retried', async () => {
    answerWith(
      { status: 201 },
      { status: 409, text: '{"errors":[{"code":"EXISTS","message":"1.0.0 exists"}]}' },
      { status: 201 },
    );
    const queue = new UploadQueue();
    await queue.add(files('a.tgz', 'b.tgz', 'c.tgz'), deployer, 1);
    await queue.start(deployer, 'x');
    expect(states(queue)).toEqual(['done', 'failed', 'done']);
    expect(queue.uploads[1]?.failure).toBe('1.0.0 exists');
    const failed = queue.uploads.filter(({ state }) => state === 'failed');
    await queue.retry(failed);
    expect(states(queue)).toEqual(['done', 'done', 'done']);
  });

  it('rejects files immediately by extension and size, and by content', async () => {
    answerWith();
    const queue = new UploadQueue();
    await queue.add(
      [...files('a.txt', 'bad.tgz'), new File([new Uint8Array(2 * 1024 * 1024)], 'big.tgz')],
      deployer,
      1,
    );
    expect(queue.uploads.map(({ failure }) => failure)).toEqual([
      messages.wrongEnding,
      undefined,
      messages.tooLarge,
    ]);
    await queue.start(deployer, 'x');
    expect(queue.uploads[1]?.failure).toBe(why);
    expect(states(queue)).toEqual(['failed', 'failed', 'failed']);
  });

  it('publishes files to the target that was selected when they were started', async () => {
    answerWith({ status: 201 }, { status: 500 });
    const queue = new UploadQueue();
    await queue.add(files('a.tgz', 'b.tgz'), deployer, 1);
    queue.setFolder('first');
    const started = queue.start(deployer, 'one');
    await queue.add(files('c.tgz'), deployer, 1);
    queue.setFolder('/second/');
    expect(queue.unsent).toHaveLength(1);
    await started;
    expect(states(queue)).toEqual(['done', 'failed', 'waiting']);
    await queue.start(deployer, 'two');
    await queue.retry(queue.uploads.filter(({ state }) => state === 'failed'));
    expect(states(queue)).toEqual(['done', 'done', 'done']);
    expect(called).toEqual(['/one/first/a.tgz', '/one/first/b.tgz', '/two/second/c.tgz', '/one/first/b.tgz']);
  });

  it('go into the folder that one of them tells of, each into its own', async () => {
    answerWith();
    const queue = new UploadQueue();
    await queue.add(files('early.tgz'), deployer, 1);
    await queue.add(files('one.tell.tgz', 'one.tgz', 'two.tell.tgz', 'two.tgz', 'other.tgz'), deployer, 1);
    expect(queue.folder).toBe('one');
    await queue.start(deployer, 'x');
    await queue.add(files('three.tell.tgz'), deployer, 1);
    expect(queue.folder).toBe('three');
    queue.setFolder('typed');
    await queue.add(files('four.tell.tgz'), deployer, 1);
    await queue.start(deployer, 'x');
    expect(called).toEqual([
      '/x/one/early.tgz',
      '/x/one/one.tell.tgz',
      '/x/one/one.tgz',
      '/x/two/two.tell.tgz',
      '/x/two/two.tgz',
      '/x/one/other.tgz',
      '/x/typed/three.tell.tgz',
      '/x/typed/four.tell.tgz',
    ]);
  });

  it('keeps a directory that was typed for another format, but not one read from a file', async () => {
    const queue = new UploadQueue();
    await queue.add(files('one.tell.tgz'), deployer, 1);
    queue.clearReadFolder();
    expect([queue.folder, queue.unsent[0]?.folder]).toEqual(['', '']);
    queue.setFolder('typed');
    queue.clearReadFolder();
    expect([queue.folder, queue.unsent[0]?.folder]).toEqual(['typed', 'typed']);
  });

  it('applies the rules of the repository that is selected last', async () => {
    answerWith();
    const queue = new UploadQueue();
    await queue.add(files('a.tgz'), deployer, 1);
    await queue.start({ ...deployer, endings: ['.whl'] }, 'x');
    expect(queue.uploads[0]?.failure).toBe(messages.wrongEnding);
    expect(called).toEqual([]);
  });

  it('are not sent when they were given up while they were prepared', async () => {
    answerWith();
    let prepared = () => {};
    const queue = new UploadQueue();
    await queue.add(files('a.tgz', 'b.tgz'), deployer, 1);
    const started = queue.start(
      {
        ...deployer,
        prepare: async (...what) => {
          await new Promise<void>((resolve) => {
            prepared = resolve;
          });
          return deployer.prepare(...what);
        },
      },
      'x',
    );
    queue.dispose();
    prepared();
    await started;
    expect(called).toEqual([]);
    expect(states(queue)).toEqual(['failed', 'waiting']);
  });
});
