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

async function consoleWith(framedPlugin: Framed, plugin = tide) {
  testServer('/tide');
  return testConsole([plugin, { definition: tinyPlugin('ebb') }], [], undefined, {}, undefined, {
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

it('shows its widgets without loading its code, also from a URL', async () => {
  const widget = vi.fn(async () => () => null);
  const framed = vi.fn<Framed>(() => ({
    ...lifecycles,
    default: { extensions: { dashboardWidgets: [{ widget }] } },
  }));
  const label = { id: 'tide.level', text: 'Level' };
  const own = vi.fn(async () => () => null);
  const extensions = { dashboardWidgets: [{ id: 'tide.level', label, widget: own }] };
  const definition = tinyPlugin('tide', { extensions });
  const { loader } = await consoleWith(framed, { ...tide, definition });
  await vi.waitFor(() => expect(framed).toHaveBeenCalled());
  const [shell, record] = framed.mock.calls[0] ?? [];
  if (!shell || !record) throw new Error('No frame');
  // As after a swap in an open page.
  record.entry = record.address;
  const [added] = shell.registry.list('dashboardWidgets');
  await added?.value.widget();
  expect(widget).toHaveBeenCalledOnce();
  expect(own).not.toHaveBeenCalled();
  expect(loader.imported.filter((id) => id.includes('tide'))).toEqual([]);
});
