import { HttpFailure } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToFrame } from '../framed/protocol.ts';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
import { Far } from '../testing/farFrame.ts';
import { endConsole, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';
import { BackgroundFrame } from './BackgroundFrame.ts';

const RUN = 'extensions/rowActions/0/run';
const AVAILABLE = 'extensions/rowActions/0/available';
const VALUES = 'extensions/tableColumns/0/values';
const VALUES1 = 'extensions/tableColumns/1/values';
const rows = [{ key: 'npm-local' }, { key: 'npm-remote' }];
let shell: Shell;
let record: PluginRecord;
let background: BackgroundFrame;

beforeEach(async () => {
  testServer('/tide');
  const framedPlugin: FramesModule['framedPlugin'] = (of, plugin) => {
    [shell, record] = [of, plugin];
    const idle = async () => {};
    return { default: {}, bootstrap: idle, mount: idle, unmount: idle };
  };
  const tide = { definition: tinyPlugin('tide'), specifier: 'lading-plugin-tide' };
  const plugins = [{ ...tide, frame: { reads: [], left: [] } }, { definition: tinyPlugin('ebb') }];
  await testConsole(plugins, [], undefined, {}, undefined, { '@lading/shell/frames': { framedPlugin } });
  await vi.waitFor(() => expect(shell?.page.plugin?.state.status).toBe('mounted'));
  await shell.navigation.go('/ebb');
  background = new BackgroundFrame(shell, record);
});
afterEach(() => {
  vi.useRealTimers();
  endConsole();
});

function opened(): Far {
  const frames = document.querySelectorAll('iframe');
  expect(frames).toHaveLength(1);
  const far = new Far(frames[0] as HTMLIFrameElement);
  far.load();
  far.send({ kind: 'pong', id: 1 }, { kind: 'ready' });
  return far;
}
type Run = Extract<ToFrame, { kind: 'run' }>;
const tasks = (far: Far) => far.messages.filter((message): message is Run => message.kind === 'run');

it('runs an action with its row in a frame that is not seen, and returns the result', async () => {
  const row = { id: 'npm://left-hand', name: 'left-hand' };
  const available = background.run('check', AVAILABLE, row);
  const far = opened();
  const holder = far.element.parentElement;
  expect([holder?.inert, holder?.style.blockSize]).toEqual([true, '0px']);
  expect(await far.received('run')).toEqual({
    ...{ kind: 'run', id: 1, ref: AVAILABLE, argument: row },
  });
  expect(await far.received('start')).toMatchObject({ background: true });
  far.send({ kind: 'result', id: 1, value: true });
  expect(await available).toBe(true);
  const running = background.run('action', RUN, row);
  await vi.waitFor(() => expect(tasks(far)).toHaveLength(2));
  far.send({ kind: 'result', id: 2, value: false, failure: 'no anchor' });
  await expect(running).rejects.toThrow('lading-plugin-tide 1.0.0: no anchor');
  expect(document.querySelectorAll('iframe')).toHaveLength(1);
});

it('reaches the page only while an action of the user runs', async () => {
  const info = vi.spyOn(shell.notifications, 'info');
  const checking = background.run('check', AVAILABLE, {});
  const far = opened();
  await far.received('run');
  far.send({ kind: 'notify', level: 'info', text: 'early' }, { kind: 'result', id: 1, value: false });
  expect(await checking).toBe(false);
  const running = background.run('action', RUN, {});
  await vi.waitFor(() => expect(tasks(far)).toHaveLength(2));
  far.send({ kind: 'notify', level: 'info', text: 'Measured' }, { kind: 'result', id: 2, value: false });
  await running;
  far.send(
    { kind: 'notify', level: 'info', text: 'late' },
    { kind: 'go', id: 1, to: '/tide', replace: false },
  );
  expect(await far.received('done')).toMatchObject({ value: 'outside' });
  expect(info.mock.calls).toEqual([['tide: Measured']]);
});

it('ends all actions with a frame that misbehaves, and starts another one for the next', async () => {
  const running = background.run('action', RUN, {});
  const far = opened();
  await far.received('run');
  far.send({ kind: 'height', pixels: 10 });
  await expect(running).rejects.toThrow('changes the height of its page');
  expect(document.querySelector('iframe')).toBeNull();
  const next = background.run('action', RUN, {});
  const other = opened();
  await other.received('run');
  other.send({ kind: 'result', id: 2, value: true });
  expect(await next).toBe(true);
});

it('ignores results of tasks that it does not have', async () => {
  const running = background.run('action', RUN, {});
  const far = opened();
  await far.received('run');
  far.send({ kind: 'result', id: 7, value: true }, { kind: 'result', id: 1, value: false });
  expect(await running).toBe(false);
});

it('ends a frame whose action does not finish, or that rests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const running = background.run('action', RUN, {});
  const other = background.run('check', AVAILABLE, {});
  const failed = expect(running).rejects.toThrow(
    'lading-plugin-tide 1.0.0: the action took longer than 30 s',
  );
  const given = expect(other).rejects.toThrow('lading-plugin-tide 1.0.0: the check took longer than 6 s');
  vi.advanceTimersByTime(6_000);
  await given;
  // It may be another action of the plugin that hangs.
  expect(document.querySelector('iframe')).not.toBeNull();
  vi.advanceTimersByTime(24_000);
  await failed;
  expect(document.querySelector('iframe')).toBeNull();
  const next = background.run('action', RUN, {});
  const far = opened();
  await far.received('run');
  far.send({ kind: 'result', id: 3, value: true });
  expect(await next).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(document.querySelector('iframe')).toBeNull();
});

it('does not end the next frame when the last one would have rested', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const ended = ['check', 'check', 'check'] as const;
  const running = ended.map((kind) => background.run(kind, AVAILABLE, {}));
  const failed = Promise.all(running.map((task) => expect(task).rejects.toThrow('the height of its page')));
  const far = opened();
  await far.received('run');
  far.send({ kind: 'height', pixels: 10 });
  await failed;
  await vi.advanceTimersByTimeAsync(59_000);
  const next = background.run('action', RUN, {});
  const other = opened();
  await other.received('run');
  await vi.advanceTimersByTimeAsync(2_000);
  other.send({ kind: 'result', id: 4, value: true });
  expect(await next).toBe(true);
});

it('does not count the time in which the user reads a question', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const running = background.run('action', RUN, {});
  const far = opened();
  await far.received('run');
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.open = true;
  for (let second = 0; second < 90; second++) {
    vi.advanceTimersByTime(1_000);
    far.send({ kind: 'pong', id: second + 2 });
    await new Promise((resolve) => setTimeout(resolve));
  }
  dialog.remove();
  far.send({ kind: 'result', id: 1, value: true });
  expect(await running).toBe(true);
});

it('is not in use after a row that cannot be sent', async () => {
  const info = vi.spyOn(shell.notifications, 'info');
  await expect(background.run('action', RUN, { size: 1n })).rejects.toThrow('BigInt');
  const running = background.run('check', AVAILABLE, { toJSON: () => undefined });
  const far = opened();
  expect(await far.received('run')).toMatchObject({ argument: null });
  far.send({ kind: 'notify', level: 'info', text: 'early' }, { kind: 'result', id: 1, value: true });
  expect(await running).toBe(true);
  expect(info).not.toHaveBeenCalled();
});

it('does not run without end at the same time', async () => {
  const running = Array.from({ length: 21 }, () => background.run('action', RUN, {}));
  await expect(running[20]).rejects.toThrow('runs too many functions at the same time');
  const rest = Promise.allSettled(running);
  const far = opened();
  await far.received('run');
  far.send({ kind: 'eval' });
  expect((await rest).map(({ status }) => status)).toEqual(Array.from({ length: 21 }, () => 'rejected'));
});

it('ends the first time it takes the focus, which no user gives it', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  const checking = background.run('check', AVAILABLE, {});
  const far = opened();
  await far.received('run');
  field.focus();
  far.element.focus();
  window.dispatchEvent(new Event('blur'));
  await expect(checking).rejects.toThrow('takes the focus from fields of the page');
  expect(document.querySelector('iframe')).toBeNull();
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  field.remove();
});

describe('values of a column', () => {
  const load = (ref = VALUES) => background.run('column', ref, rows);
  const answers = (far: Far, id: number) =>
    far.send({ kind: 'result', id, value: false, cells: [{ text: `${id}` }, null] });

  it('are requested for a page of rows, and cannot reach the page', async () => {
    const info = vi.spyOn(shell.notifications, 'info');
    const loading = load();
    const far = opened();
    expect(await far.received('run')).toMatchObject({ ref: VALUES, argument: rows });
    far.send({ kind: 'notify', level: 'info', text: 'Look here' });
    answers(far, 1);
    expect(await loading).toEqual([{ text: '1' }, null]);
    expect(info).not.toHaveBeenCalled();
  });

  it('are loaded two pages at a time for each column, and leave room for actions', async () => {
    const loading = Array.from({ length: 30 }, () => load());
    const other = load(VALUES1);
    const running = background.run('action', RUN, {});
    const far = opened();
    await vi.waitFor(() => expect(tasks(far).map(({ ref }) => ref)).toEqual([VALUES, VALUES, VALUES1, RUN]));
    for (let id = 1; id <= 32; id++) {
      await vi.waitFor(() => expect(tasks(far).map((task) => task.id)).toContain(id));
      answers(far, id);
    }
    await Promise.all([...loading, other, running]);
  });

  it('are given up together if one takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const loading = Promise.allSettled(Array.from({ length: 5 }, () => load()));
    const far = opened();
    for (let second = 0; second < 25; second++) {
      vi.advanceTimersByTime(1_000);
      far.send({ kind: 'pong', id: second + 2 });
      await new Promise((resolve) => setTimeout(resolve));
    }
    const late = 'lading-plugin-tide 1.0.0: the column took longer than 25 s';
    for (const ended of await loading) expect(ended).toMatchObject({ reason: { message: late } });
    // Other functions can still respond.
    expect(far.element.isConnected).toBe(true);
  });

  it('do not start a frame again that fails each time, unlike an action of the user', async () => {
    for (let crash = 0; crash < 3; crash++) {
      const loading = load();
      opened().send({ kind: 'eval' });
      await expect(loading).rejects.toThrow('not part of the contract');
    }
    await expect(load()).rejects.toThrow('lading-plugin-tide 1.0.0: has sent a message');
    expect(document.querySelector('iframe')).toBeNull();
    const running = background.run('action', RUN, {});
    const far = opened();
    await far.received('run');
    const loading = load();
    await vi.waitFor(() => expect(tasks(far)).toHaveLength(2));
    answers(far, tasks(far)[0]?.id ?? 0);
    answers(far, tasks(far)[1]?.id ?? 0);
    await Promise.all([running, loading]);
  });

  it('that fail because of a call are no failure of the plugin', async () => {
    const loading = load();
    const far = opened();
    await far.received('run');
    far.send({ kind: 'result', id: 1, value: false, failure: 'The server is busy', status: 503 });
    const error = await loading.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HttpFailure);
    expect(error).toMatchObject({ status: 503, message: 'lading-plugin-tide 1.0.0: The server is busy' });
  });
});
