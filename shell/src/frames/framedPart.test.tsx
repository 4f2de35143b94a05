import type { DashboardWidgetProps } from '@lading/contract';
import { ErrorBoundary, Lazy, ShellContext } from '@lading/ui';
import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
import { Far } from '../testing/farFrame.ts';
import { endConsole, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';
import { framedPlugin } from './framedPlugin.ts';

let shell: Shell;
let record: PluginRecord;
let root: Root;
let place: HTMLElement;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  testServer('/tide');
  const framed: FramesModule['framedPlugin'] = (of, plugin, slot) => {
    [shell, record] = [of, plugin];
    const idle = async () => {};
    return { ...framedPlugin(of, plugin, slot), mount: idle, unmount: idle };
  };
  const label = { id: 'tide.level', text: 'Level' };
  const widget = async () => () => null;
  const definition = tinyPlugin('tide', {
    extensions: {
      dashboardWidgets: [{ id: 'tide.level', label, widget }],
      rowActions: [{ id: 'tide.sink', table: 'packages', label, run: async () => {} }],
      tableColumns: [{ id: 'tide.depth', table: 'repositories', label, values: async () => [] }],
      commands: [{ id: 'tide.sail', label, run: async () => {} }],
      vendorCards: [{ id: 'tide.fleet', type: 'ci', label, icon: 'plug', connect: async () => {} }],
    },
  });
  const tide = { definition, specifier: 'lading-plugin-tide', frame: { reads: [], left: [] } };
  await testConsole([tide], [], undefined, {}, undefined, {
    '@lading/shell/frames': { framedPlugin: framed },
  });
  await vi.waitFor(() => expect(shell?.page.plugin?.state.status).toBe('mounted'));
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  endConsole();
});

/** Shows the widget as the dashboard does. */
function show(props: DashboardWidgetProps = {}): void {
  const [added] = shell.registry.list('dashboardWidgets');
  if (!added) throw new Error('No widget');
  const api = shell.ownApi();
  const lazy: ComponentProps<typeof Lazy<DashboardWidgetProps>> = {
    ...{ load: added.value.widget, props, failure: 'Not loaded' },
  };
  root.render(
    <ErrorBoundary onError={(error) => api.reportFailure(added, error)}>
      <ShellContext.Provider value={api}>
        <Lazy {...lazy} />
      </ShellContext.Provider>
    </ErrorBoundary>,
  );
}

async function farFrame(): Promise<Far> {
  const element = await vi.waitFor(() => {
    const found = place.querySelector('iframe');
    if (!found) throw new Error('No frame');
    return found;
  });
  const far = new Far(element);
  far.load();
  return far;
}

it('shows a skeleton until the widget is mounted, then its frame', async () => {
  show({ project: 'north' });
  const far = await farFrame();
  expect(await far.received('start')).toMatchObject({
    part: { ref: 'extensions/dashboardWidgets/0/widget', props: { project: 'north' } },
  });
  expect(place.querySelector('[aria-busy]')).not.toBeNull();
  expect(far.element.title).toBe('tide: Level');
  far.send({ kind: 'height', pixels: 90 }, { kind: 'ready' });
  await vi.waitFor(() => expect(place.querySelector('[aria-busy]')).toBeNull());
  expect([far.element.isConnected, far.element.style.blockSize]).toEqual([true, '90px']);
  show({ project: 'south' });
  expect(await far.received('props')).toMatchObject({ props: { project: 'south' } });
});

it('starts when it is visible, with the props of then', async () => {
  let look: (entries: { isIntersecting: boolean }[]) => void = () => {};
  const [observe, disconnect] = [vi.fn(), vi.fn()];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: typeof look) {
        look = callback;
      }
      observe = observe;
      disconnect = disconnect;
    },
  );
  show({ project: 'north' });
  await vi.waitFor(() => expect(observe).toHaveBeenCalledOnce());
  look([{ isIntersecting: false }]);
  flushSync(() => show({ project: 'south' }));
  expect(place.querySelector('iframe')).toBeNull();
  look([{ isIntersecting: true }]);
  const far = await farFrame();
  expect(await far.received('start')).toMatchObject({ part: { props: { project: 'south' } } });
  expect(disconnect).toHaveBeenCalled();
});

it('is removed with its page', async () => {
  show();
  const far = await farFrame();
  root.render(null);
  await vi.waitFor(() => expect(far.element.isConnected).toBe(false));
});

it('is replaced by its failure, which is reported and can be retried', async () => {
  show();
  const far = await farFrame();
  far.send({ kind: 'ready' }, { kind: 'eval' });
  const cause = 'has sent a message that is not part of the contract';
  expect((await within(place).findByRole('alert')).textContent).toContain(
    `lading-plugin-tide 1.0.0: ${cause}`,
  );
  expect(place.querySelector('iframe')).toBeNull();
  expect(record.incidents).toMatchObject([
    { class: 'render', cause: `tide.level: lading-plugin-tide 1.0.0: ${cause}` },
  ]);
  await userEvent.click(within(place).getByRole('button', { name: 'Retry' }));
  await farFrame();
  expect(within(place).queryByRole('alert')).toBeNull();
});

/** The frame that runs functions. */
async function background(): Promise<Far> {
  const element = await vi.waitFor(() => {
    const found = document.querySelector('iframe');
    if (!found) throw new Error('No frame');
    return found;
  });
  const far = new Far(element);
  far.load();
  far.send({ kind: 'pong', id: 1 }, { kind: 'ready' });
  return far;
}
const result = { kind: 'result', id: 1, value: false };

it('runs row actions without a visible frame', async () => {
  const [added] = shell.registry.list('rowActions');
  const run = added?.value.run as unknown as (of: object, api: unknown) => Promise<void>;
  const row = { id: 'npm://left-hand', name: 'left-hand', packageType: 'npm' };
  const running = run(row, shell.ownApi());
  const far = await background();
  expect(await far.received('run')).toMatchObject({ ref: 'extensions/rowActions/0/run', argument: row });
  far.send(result);
  await running;
});

it('loads the values of columns there, which link only to pages of the plugin', async () => {
  const [added] = shell.registry.list('tableColumns');
  const values = added?.value.values as unknown as (of: object[], api: unknown) => Promise<unknown>;
  const rows = [{ key: 'npm-local' }];
  const loading = values(rows, shell.ownApi());
  const far = await background();
  expect(await far.received('run')).toMatchObject({
    ref: 'extensions/tableColumns/0/values',
    argument: rows,
  });
  const paths = ['/tide?depth=2', '/admin/users', '//evil.example', '/\\[', 'tide'];
  far.send({ ...result, cells: [...paths.map((path) => ({ text: 'x', value: 1, path })), null, undefined] });
  const plain = { text: 'x', value: 1 };
  const expected = [{ ...plain, path: '/tide?depth=2' }, plain, plain, plain, plain, null, undefined];
  expect(await loading).toEqual(expected);
});

it('runs commands there, and reports one that fails as a failure of the plugin', async () => {
  const [added] = shell.registry.list('commands');
  const running = added?.value.run(shell.ownApi());
  const far = await background();
  expect(await far.received('run')).toMatchObject({ ref: 'extensions/commands/0/run', argument: null });
  far.send({ ...result, failure: 'no wind' });
  await expect(running).rejects.toThrow('lading-plugin-tide 1.0.0: no wind');
  const cause = 'tide.sail: lading-plugin-tide 1.0.0: no wind';
  await vi.waitFor(() => expect(record.incidents).toMatchObject([{ class: 'render', cause }]));
});

it('has only parts of these kinds', async () => {
  const [added] = shell.registry.list('vendorCards');
  const connected = added?.value.connect?.(shell.ownApi());
  await expect(connected).rejects.toThrow('has no part at extensions/vendorCards/0/connect');
});
