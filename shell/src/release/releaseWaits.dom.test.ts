import { CONTRACT_VERSION, type PluginLifecycles, type PluginProps } from '@lading/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ebb, offers, openRelease as open, second, tide } from '../testing/openRelease.ts';
import { endConsole, slotOf } from '../testing/testConsole.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

it('An open page waits while something is unsaved, and offers to reload until then', async () => {
  let free = () => {};
  const editing: Partial<PluginLifecycles> = {
    mount: async ({ domElement, shell }: PluginProps) => {
      free = shell.navigation.block(() => 'Unsaved');
      domElement.textContent = 'form';
    },
  };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, editing)]);
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(slotOf('tide')?.textContent).toBe('form');
  free();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
  expect(offers()).toBe(false);
});

it('It waits while the user is in a field of the page', async () => {
  const field = document.createElement('input');
  const form = { mount: async ({ domElement }: PluginProps) => domElement.append(field) };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, form)]);
  field.focus();
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(field.isConnected).toBe(true);
  field.blur();
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
});

it('It waits while a dialog of the page is open', async () => {
  const dialog = Object.assign(document.createElement('dialog'), { open: true });
  const asking = { mount: async ({ domElement }: PluginProps) => domElement.append(dialog) };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, asking)]);
  await release({ plugins: [ebb, second] });
  await vi.waitFor(() => expect(offers()).toBe(true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(dialog.isConnected).toBe(true);
  dialog.open = false;
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(slotOf('tide')?.textContent).toBe('tide 2.0.0'));
});

it('It waits for changes that the user begins while it prepares', async () => {
  let begin = () => {};
  const editing: Partial<PluginLifecycles> = {
    mount: async ({ domElement, shell }: PluginProps) => {
      begin = () => void shell.navigation.block(() => 'Unsaved');
      domElement.textContent = 'form';
    },
  };
  const validated = { release: 1, validated: CONTRACT_VERSION };
  const { release } = await open('/tide', [ebb, tide('1.0.0', {}, editing)], validated);
  // Only the check of the manifests calls `has`: files that are loaded for it take time.
  class Manifests extends Map<string, unknown> {
    override has(name: string): boolean {
      if (name === 'tide') begin();
      return super.has(name);
    }
  }
  await release({ plugins: [ebb, second] }, new Manifests());
  await vi.waitFor(() => expect(offers()).toBe(true));
  expect(slotOf('tide')?.textContent).toBe('form');
});
