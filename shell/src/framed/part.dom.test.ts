import { definePlugin, HttpFailure, type PluginDefinition, type ShellApi } from '@lading/contract';
import { useShell } from '@lading/ui';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FRAME_STATE } from '../testing/frameState.ts';
import { type FrameLook, type FromFrame, readMessage, type ToFrame } from './protocol.ts';
import { startFrame } from './startFrame.ts';

const look: FrameLook = { theme: undefined, tag: 'en', direction: 'ltr', texts: {} };
const ends: (() => void)[] = [];
let resized = () => {};
let height = 40;

beforeEach(() => {
  height = 40;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        resized = look;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({ height }) as DOMRect);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Starts the runtime of a frame with a plugin, and returns what it posts. */
function runPlugin(definition: PluginDefinition) {
  const sent: FromFrame[] = [];
  let tell: (message: ToFrame) => void = () => {};
  const page = vi.fn(async () => {});
  ends.push(
    startFrame({
      plugin: 'tide',
      entry: '/ui/frames/tide/1.0.0/plugin.js',
      loader: { import: async () => ({ default: definition, bootstrap: page, mount: page, unmount: page }) },
      listen: (take) => {
        tell = take;
      },
      post: (posted) => sent.push(posted as FromFrame),
    }),
  );
  return { sent, page, tell: (message: ToFrame) => tell(message) };
}

/** Starts the frame of the first widget of a plugin. */
function started(widget: () => Promise<unknown>, ref = 'extensions/dashboardWidgets/0/widget') {
  const label = { id: 'tide.level', text: 'Level' };
  const definition = definePlugin({
    ...{ name: 'tide', version: '1.0.0', contract: '1.x' },
    extensions: { dashboardWidgets: [{ id: 'tide.level', label, widget }] },
  } as PluginDefinition);
  const { sent, page, tell } = runPlugin(definition);
  tell({ kind: 'start', state: FRAME_STATE, look, part: { ref, props: { project: 'north' } } });
  return { sent, page, tell: (message: ToFrame) => tell(message) };
}

/** Starts a frame that shows nothing, with the first action of a plugin. */
async function inBackground(
  run: (row: unknown, shell: ShellApi) => Promise<unknown>,
  more: PluginDefinition['extensions'] = {},
) {
  const label = { id: 'tide.sink', text: 'Sink' };
  const definition = definePlugin({
    ...{ name: 'tide', version: '1.0.0', contract: '1.x' },
    extensions: { rowActions: [{ id: 'tide.sink', table: 'packages', label, run }], ...more },
  } as PluginDefinition);
  const { sent, page, tell } = runPlugin(definition);
  tell({ kind: 'start', state: FRAME_STATE, look, background: true });
  await vi.waitFor(() => expect(sent).toEqual([{ kind: 'ready' }]));
  expect(page).not.toHaveBeenCalled();
  const ask = (id: number, ref = 'extensions/rowActions/0/run', argument: unknown = { name: 'left-hand' }) =>
    tell({ kind: 'run', id, ref, argument });
  return { sent, ask };
}

it('runs functions of the plugin with a row and the shell of the frame', async () => {
  const { sent, ask } = await inBackground(async (row, shell) => {
    shell.notifications.info(`${(row as { name: string }).name} for ${shell.license.type}`);
    return true;
  });
  ask(1);
  await vi.waitFor(() => expect(sent).toContainEqual({ kind: 'result', id: 1, value: true }));
  expect(sent).toContainEqual({ kind: 'notify', level: 'info', text: 'left-hand for OSS' });
});

it('reports a function that fails, or does not exist', async () => {
  const { sent, ask } = await inBackground(async () => {
    throw new Error('no anchor');
  });
  ask(1);
  ask(2, 'extensions/rowActions/0/available');
  const failures = () => sent.filter(({ kind }) => kind === 'result');
  await vi.waitFor(() => expect(failures()).toHaveLength(2));
  expect(failures()).toContainEqual({ kind: 'result', id: 1, value: false, failure: 'no anchor' });
  expect(failures()).toContainEqual(expect.objectContaining({ id: 2, value: false }));
});

/** Runs a column of three rows, whose values are these, and returns its result. */
async function column(values: () => Promise<unknown>) {
  const label = { id: 'tide.level', text: 'Level' };
  const level = { id: 'tide.level', table: 'packages', label, values };
  const tableColumns = [level] as unknown as [];
  const { sent, ask } = await inBackground(async () => {}, { tableColumns });
  ask(1, 'extensions/tableColumns/0/values', [{}, {}, {}]);
  return vi.waitFor(() => {
    const found = sent.find(({ kind }) => kind === 'result');
    if (!found) throw new Error('No result');
    return found;
  });
}

it('returns the values of a column as plain data, one for each row', async () => {
  const long = 'x'.repeat(400);
  const level = { text: long, value: 2, path: '/tide', title: long, render: () => {} };
  const found = await column(async () => [null, level, 'High', 'of no row']);
  const cut = `${'x'.repeat(299)}…`;
  expect(found).toEqual({
    ...{ kind: 'result', id: 1, value: false },
    cells: [null, { text: cut, value: 2, path: '/tide', title: cut }, { text: 'High' }],
  });
  expect(readMessage(found)).toBe(found);
});

it.each<[string, unknown, string]>([
  ['are no list', 'High', 'the column did not return a list of values'],
  ['contain a number', ['a', 5], 'the value of row 2 is invalid'],
  ['contain an element', [null, null, { text: document.body }], 'the value of row 3 is invalid'],
])('reports values of a column that %s', async (_what, values, failure) => {
  expect(await column(async () => values)).toMatchObject({ value: false, failure });
});

it('reports that a call failed, which is no failure of the plugin', async () => {
  const found = await column(async () => {
    throw new HttpFailure(503, 'The server is busy');
  });
  expect(found).toMatchObject({ failure: 'The server is busy', status: 503 });
});

it.each([
  [403, 'PLUGIN_CALL_DENIED'],
  [429, 'TOO_MANY_CALLS'],
  [400, 'TOO_LONG'],
  [200, undefined],
])('reports a call with status %i and code %s as a failure of the plugin', async (status, code) => {
  const found = await column(async () => {
    throw new HttpFailure(status, 'Not possible', code);
  });
  expect(found).toMatchObject({ failure: 'Not possible' });
  expect(found).not.toHaveProperty('status');
});

it('runs a command with the shell alone', async () => {
  const label = { id: 'tide.sail', text: 'Sail' };
  const run = async (shell: ShellApi) => shell.notifications.info(`for ${shell.license.type}`);
  const { sent, ask } = await inBackground(async () => {}, { commands: [{ id: 'tide.sail', label, run }] });
  ask(1, 'extensions/commands/0/run', null);
  await vi.waitFor(() => expect(sent).toContainEqual({ kind: 'result', id: 1, value: false }));
  expect(sent).toContainEqual({ kind: 'notify', level: 'info', text: 'for OSS' });
});

const Level = ({ project }: { project?: string }) =>
  createElement('p', null, `Level of ${project} for ${useShell().license.type}`);

it('shows the part alone, with its props and the shell of the frame', async () => {
  const { sent, page, tell } = started(async () => ({ default: Level }));
  await vi.waitFor(() => expect(document.body.textContent).toBe('Level of north for OSS'));
  await vi.waitFor(() => expect(sent.map(({ kind }) => kind)).toEqual(['height', 'ready']));
  expect(page).not.toHaveBeenCalled();
  tell({ kind: 'props', props: { project: 'south' } });
  await vi.waitFor(() => expect(document.body.textContent).toBe('Level of south for OSS'));
});

it('reports its height, and each change once', async () => {
  const { sent } = started(async () => Level);
  const heights = () => sent.flatMap((message) => (message.kind === 'height' ? [message.pixels] : []));
  await vi.waitFor(() => expect(heights()).toEqual([40]));
  resized();
  height = 90.2;
  resized();
  resized();
  expect(heights()).toEqual([40, 91]);
});

it('reports a part that does not load', async () => {
  const { sent } = started(async () => {
    throw new Error('no gauge');
  });
  const failed = { kind: 'failed', stage: 'evaluation', message: 'no gauge' };
  await vi.waitFor(() => expect(sent).toEqual([failed]));
});

it('reports a reference that is no function of the plugin', async () => {
  const { sent } = started(async () => Level, 'extensions/dashboardWidgets/constructor');
  await vi.waitFor(() => expect(sent).toMatchObject([{ kind: 'failed', stage: 'evaluation' }]));
});

it('reports a part that throws while it renders', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { sent } = started(async () => () => {
    throw new Error('no tide');
  });
  await vi.waitFor(() => expect(sent).toContainEqual({ kind: 'renderError', message: 'no tide' }));
});
