import { message } from '@lading/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BadFile, type Deployer } from '../formats/Deployer.ts';
import { messages } from './messages.ts';
import { UploadQueue } from './UploadQueue.ts';

const why = message('t.bad', 'It is none');
const deployer: Deployer = {
  endings: ['.tgz'],
  about: message('t.about', 'About'),
  prepare: async (file) => {
    if (file.name === 'bad.tgz') throw new BadFile(why);
    return { method: 'PUT', path: `/artifactory/x/${file.name}`, body: file };
  },
};
const target = { repoKey: 'x', folder: '' };
const files = (...names: string[]) => names.map((name) => new File(['bytes'], name));

/** The browser's call, answered by `answers` in turn. */
function answerWith(...answers: { status: number; text?: string }[]) {
  class Call extends EventTarget {
    upload = new EventTarget();
    status = 0;
    statusText = 'Error';
    responseText = '';
    open() {}
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
  it('go one after the other; what fails stops no other, and can be tried again', async () => {
    answerWith(
      { status: 201 },
      { status: 409, text: '{"errors":[{"code":"EXISTS","message":"1.0.0 exists"}]}' },
      { status: 201 },
    );
    const queue = new UploadQueue();
    queue.add(files('a.tgz', 'b.tgz', 'c.tgz'), deployer, 1);
    await queue.start(deployer, target);
    expect(states(queue)).toEqual(['done', 'failed', 'done']);
    expect(queue.uploads[1]?.failure).toBe('1.0.0 exists');
    const failed = queue.uploads.filter(({ state }) => state === 'failed');
    queue.again(failed);
    expect(queue.waiting).toBe(1);
    await queue.start(deployer, target);
    expect(states(queue)).toEqual(['done', 'done', 'done']);
  });

  it('are refused at once by ending and size, and by what is inside', async () => {
    answerWith();
    const queue = new UploadQueue();
    queue.add(
      [...files('a.txt', 'bad.tgz'), new File([new Uint8Array(2 * 1024 * 1024)], 'big.tgz')],
      deployer,
      1,
    );
    expect(queue.uploads.map(({ failure }) => failure)).toEqual([
      messages.wrongEnding,
      undefined,
      messages.tooLarge,
    ]);
    await queue.start(deployer, target);
    expect(queue.uploads[1]?.failure).toBe(why);
    expect(queue.failed).toBe(3);
  });
});
