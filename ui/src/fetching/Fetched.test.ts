import { expect, it } from 'vitest';
import { Fetched } from './Fetched.ts';

it('is empty until loaded, and loads once however often it is needed', async () => {
  let calls = 0;
  const fetched = new Fetched('', async () => `answer ${++calls}`);
  expect(fetched.value).toBe('');
  await Promise.all([fetched.need(), fetched.need()]);
  await fetched.need();
  expect(fetched.value).toBe('answer 1');
  expect(fetched.settled).toBe(true);
});

it('is empty after a failure, which it reports separately', async () => {
  const answers = [() => 'first', () => Promise.reject('no answer')];
  const fetched = new Fetched('', async () => answers.shift()?.() ?? '');
  await fetched.fetch();
  await fetched.fetch();
  expect(fetched).toMatchObject({ value: '', status: 'failed', error: new Error('no answer') });
});

it('uses the response to the last request, in whatever order they arrive', async () => {
  const settle: ((value: string) => void)[] = [];
  const fetched = new Fetched('', () => new Promise<string>((resolve) => settle.push(resolve)));
  const first = fetched.fetch();
  const second = fetched.fetch();
  settle[1]?.('new');
  settle[0]?.('old');
  await Promise.all([first, second]);
  expect(fetched.value).toBe('new');
});
