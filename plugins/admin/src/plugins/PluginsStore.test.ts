import type { Http } from '@lading/contract';
import { expect, it, vi } from 'vitest';
import { PluginsStore } from './PluginsStore.ts';

/** Requests that never end by themselves. */
const endless = vi.fn(
  (_path: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
);

it('does not take a request that a later one replaced for a failure', async () => {
  const store = new PluginsStore({ json: endless } as unknown as Http);
  store.reload();
  store.reload();
  await vi.waitFor(() => expect(endless).toHaveBeenCalledTimes(4));
  const [first] = endless.mock.results;
  await expect(first?.value).rejects.toThrow('abort');
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.failed).toBe(false);
  store.dispose();
});
