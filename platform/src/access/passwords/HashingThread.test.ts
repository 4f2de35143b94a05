import { describe, expect, it } from 'vitest';
import { HashingThread } from './HashingThread.ts';

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

describe('the password hashing thread', () => {
  it('creates a hash, and verifies passwords', async () => {
    const thread = new HashingThread();
    const made = await thread.hash('a tune of the hills', cheap);
    expect(made).toMatch(/^\$argon2id\$/);
    expect(await thread.verify(made, 'a tune of the hills')).toBe(true);
    expect(await thread.verify(made, 'a tune of the sea')).toBe(false);
  });

  it('rejects an invalid hash, and continues', async () => {
    const thread = new HashingThread();
    await expect(thread.verify('no hash', 'a tune')).rejects.toThrow();
    expect(await thread.hash('a tune', cheap)).toMatch(/^\$argon2id\$/);
  });

  it('rejects an invalid password, and continues', async () => {
    const thread = new HashingThread();
    await expect(thread.hash((() => 0) as unknown as string, cheap)).rejects.toThrow('could not be cloned');
    expect(await thread.hash('a tune', cheap)).toMatch(/^\$argon2id\$/);
  });

  it('rejects its pending tasks when it ends, and restarts with the next one', async () => {
    const ends = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));`;
    const thread = new HashingThread(new URL(`data:text/javascript,${encodeURIComponent(ends)}`));
    for (const again of ['once', 'twice']) await expect(thread.hash(again, cheap)).rejects.toThrow('exited');
  });
});
