import { CONTRACT_VERSION } from '@lading/contract';
import { fakePlugin } from '@lading/contract/testing';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { endConsole, stateOf, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';

const one = { definition: tinyPlugin('one') };
const two = { definition: tinyPlugin('two') };

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words.join(' ')));
});
afterEach(endConsole);

it('a damaged manifest stops only its own plugin if the schema fails to load, until Retry', async () => {
  vi.doMock('@lading/contract/validation', () => {
    throw new Error('no chunk');
  });
  onTestFinished(() => void vi.doUnmock('@lading/contract/validation'));
  testServer('/one');
  const manifests = new Map<string, unknown>([
    ['one', { name: 'one' }],
    ['two', fakePlugin(two.definition).manifest],
  ]);
  await testConsole([one, two], [{ manifests }], undefined, { validated: CONTRACT_VERSION });
  expect(logged).toEqual(['Could not fetch microfrontend application: one']);
  vi.doUnmock('@lading/contract/validation');
  const retry = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Retry');
  retry?.click();
  await vi.waitFor(() => expect(stateOf('one')).toBe('mounted'));
});
