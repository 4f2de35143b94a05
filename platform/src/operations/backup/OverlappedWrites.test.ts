import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { OverlappedWrites } from './OverlappedWrites.ts';

/** A writer that reads its source at once, and ends when it is told to. */
function slowWriter(log: string[]) {
  const ends: (() => void)[] = [];
  const write = async (source: AsyncIterable<Uint8Array>) => {
    const content = await text(source);
    log.push(`read ${content}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    log.push(`wrote ${content}`);
    return content;
  };
  return { ends, write };
}

async function* sourceOf(content: string) {
  yield Buffer.from(content);
}

it('reads the next source while earlier ones are written, up to a number', async () => {
  const log: string[] = [];
  const { ends, write } = slowWriter(log);
  const writes = new OverlappedWrites(2);
  const first = await writes.add(sourceOf('a'), write);
  await writes.add(sourceOf('b'), write);
  const third = writes.add(sourceOf('c'), write);
  expect(log).toEqual(['read a', 'read b']);
  ends[0]?.();
  await third;
  expect(await first.written).toBe('a');
  expect(log).toEqual(['read a', 'read b', 'wrote a', 'read c']);
  for (const end of ends) end();
  await writes.settle();
  expect(log.slice(4).sort()).toEqual(['wrote b', 'wrote c']);
});

it('fails with the error of a source or a writer, and then waits for the others', async () => {
  const log: string[] = [];
  const { ends, write } = slowWriter(log);
  const writes = new OverlappedWrites(2);
  const { written } = await writes.add(sourceOf('a'), write);
  const lost = new Error('connection lost');
  const failing = (async function* () {
    yield Buffer.from('b');
    throw lost;
  })();
  await expect(writes.add(failing, write)).rejects.toBe(lost);
  let isSettled = false;
  const settling = writes.settle().then(() => {
    isSettled = true;
  });
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  ends[0]?.();
  await settling;
  expect(await written).toBe('a');
});

it('reports a failure after the source was read', async () => {
  const writes = new OverlappedWrites(1);
  const { written } = await writes.add(sourceOf('a'), async (source) => {
    await text(source);
    throw new Error('no space');
  });
  await expect(written).rejects.toThrow('no space');
});
