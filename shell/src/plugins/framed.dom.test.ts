import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  endConsole,
  slotOf,
  stateOf,
  type TestPlugin,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';
import type { FrameSlot, FramesModule } from './FramesModule.ts';

const frame = { reads: ['/levels'], left: ['features', 'commands'] };
const tide: TestPlugin = { definition: tinyPlugin('tide'), specifier: 'lading-plugin-tide', frame };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(endConsole);

type Framed = FramesModule['framedPlugin'];

async function consoleWith(framedPlugin: Framed) {
  testServer('/tide');
  return testConsole([tide, { definition: tinyPlugin('ebb') }], [], undefined, {}, undefined, {
    '@lading/shell/frames': { framedPlugin } satisfies FramesModule,
  });
}

const lifecycles = {
  default: {},
  bootstrap: async () => {},
  mount: async ({ domElement }: { domElement: HTMLElement }) => {
    domElement.textContent = 'framed';
  },
  unmount: async () => {},
};

it('shows an untrusted plugin without loading its code', async () => {
  const framed = vi.fn<Framed>(() => lifecycles);
  const { loader } = await consoleWith(framed);
  await vi.waitFor(() => expect(stateOf('tide')).toBe('mounted'));
  expect(slotOf('tide')?.textContent).toBe('framed');
  expect(loader.imported).not.toContain('lading-plugin-tide');
  expect(framed.mock.calls[0]?.[1].frame).toEqual(frame);
});

it('registers its pages and menu items', async () => {
  const framed = vi.fn<Framed>(() => lifecycles);
  await consoleWith(framed);
  await vi.waitFor(() => expect(framed).toHaveBeenCalled());
  const shell = framed.mock.calls[0]?.[0];
  expect(shell?.registry.list('menuItems').map(({ plugin }) => plugin)).toEqual(['tide', 'ebb']);
});

it('replaces a frame that crashed by the usual failure, with plugin and version', async () => {
  let slot: FrameSlot | undefined;
  await consoleWith((_shell, _record, of) => {
    slot = of;
    return lifecycles;
  });
  await vi.waitFor(() => expect(stateOf('tide')).toBe('mounted'));
  slot?.crash({
    class: 'timeout',
    message: 'lading-plugin-tide 1.0.0 does not respond for 5 s',
    resolved: true,
  });
  await vi.waitFor(() => expect(stateOf('tide')).toBe('failed'));
  expect(slotOf('tide')?.querySelector('[role="alert"]')?.textContent).toContain('Retry');
  expect(slotOf('tide')?.textContent).not.toContain('framed');
});
