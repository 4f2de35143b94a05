import { HttpFailure, type HttpOptions, type PluginProps } from '@lading/contract';
import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrameSlot } from '../plugins/FramesModule.ts';
import { Far } from '../testing/farFrame.ts';
import { FRAME_STATE } from '../testing/frameState.ts';
import { FrameHost } from './FrameHost.ts';
import type { FrameServices } from './FrameServices.ts';

const state = FRAME_STATE;

const current = observable.box(state, { deep: false });
let services: FrameServices;
const text = vi.fn<(path: string, options?: HttpOptions) => Promise<string>>();
const crashed = vi.fn<FrameSlot['crash']>();
let page: FakeShell;
let options: ConstructorParameters<typeof FrameHost>[0];
let host: FrameHost;
let far: Far;
let mounted: Promise<void>;

beforeEach(() => {
  text.mockReset().mockResolvedValue('{"level":3}');
  crashed.mockReset();
  current.set(state);
  services = {
    get state() {
      return current.get();
    },
    look: { tag: 'en', direction: 'ltr', texts: {} },
    title: 'Tide',
    http: { text },
    go: vi.fn(async () => 'outside' as const),
    notify: vi.fn(),
    confirm: vi.fn(async () => true),
    unsaved: vi.fn(),
    end: vi.fn(),
  };
  const domElement = document.body.appendChild(document.createElement('div'));
  page = fakeShell();
  const props: PluginProps = { name: 'tide', domElement, shell: page };
  options = {
    ...{ props, services, slot: { crash: crashed }, label: 'lading-plugin-tide 1.0.0' },
    ...{ address: '/ui/frames/tide/1.0.0/', limits: { plugin: 'tide', reads: ['/levels'] } },
  };
  host = new FrameHost(options);
  mounted = host.mount();
  far = new Far(domElement.querySelector('iframe') as HTMLIFrameElement);
});
afterEach(() => {
  host.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

async function start(): Promise<void> {
  far.load();
  far.send({ kind: 'pong', id: 1 }, { kind: 'ready' });
  await mounted;
}

const failure = () =>
  vi.waitFor(() => {
    const [found] = crashed.mock.calls[0] ?? [];
    if (!found) throw new Error('It did not crash');
    return [found.class, found.message];
  });

it('shows a frame without the origin of the page, with a title', async () => {
  await start();
  expect(far.element.getAttribute('sandbox')).toBe('allow-scripts');
  expect([far.element.title, far.element.getAttribute('src')]).toEqual(['Tide', '/ui/frames/tide/1.0.0/']);
  expect(await far.received('start')).toMatchObject({ state, look: { tag: 'en' } });
});

it('passes changes of state, theme, and language on', async () => {
  await start();
  runInAction(() => current.set({ ...state, project: 'north' }));
  expect(await far.received('state')).toMatchObject({ state: { project: 'north' } });
  document.documentElement.dataset.theme = 'dark';
  expect(await far.received('look')).toMatchObject({ look: { theme: 'dark' } });
  delete document.documentElement.dataset.theme;
});

it('makes declared calls, and denies all others', async () => {
  await start();
  far.send({ kind: 'call', id: 1, method: 'GET', path: '/levels', query: 'from=monday' });
  expect(await far.received('response')).toMatchObject({ id: 1, text: '{"level":3}' });
  expect(text.mock.calls.map(([path]) => path)).toEqual(['/levels?from=monday']);
  // The server denies it what returns credentials.
  expect(text.mock.calls[0]?.[1]?.headers).toEqual({ 'x-lading-frame': 'tide' });
  far.send({ kind: 'call', id: 2, method: 'GET', path: '/levels/../users', query: '' });
  expect(await far.received('failure')).toMatchObject({ id: 2, status: 403, code: 'PLUGIN_CALL_DENIED' });
  expect(text).toHaveBeenCalledOnce();
});

it('returns failures of the server with their code', async () => {
  text.mockRejectedValue(new HttpFailure(409, 'Busy', 'BUSY', { errors: [] }));
  await start();
  far.send({ kind: 'call', id: 1, method: 'GET', path: '/levels', query: '' });
  expect(await far.received('failure')).toMatchObject({ id: 1, status: 409, message: 'Busy', code: 'BUSY' });
});

it('limits calls that run at the same time', async () => {
  text.mockImplementation(() => new Promise(() => {}));
  await start();
  for (let id = 0; id < 21; id++) far.send({ kind: 'call', id, method: 'GET', path: '/levels', query: '' });
  expect(await far.received('failure')).toMatchObject({ id: 20, status: 429 });
  expect(text).toHaveBeenCalledTimes(20);
});

it('drops messages and responses after the end, and aborts its calls', async () => {
  let answer: (text: string) => void = () => {};
  text.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await start();
  far.send({ kind: 'call', id: 1, method: 'GET', path: '/levels', query: '' });
  await vi.waitFor(() => expect(text).toHaveBeenCalledOnce());
  host.end();
  expect(text.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  answer('late');
  far.send({ kind: 'notify', level: 'info', text: 'still here' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(far.messages.map(({ kind }) => kind)).not.toContain('response');
  expect(services.notify).not.toHaveBeenCalled();
  expect(document.querySelector('iframe')).toBeNull();
});

it.each([
  [
    'an unknown message',
    [{ kind: 'eval', code: '1' }],
    'has sent a message that is not part of the contract',
  ],
  [
    'a flood of messages',
    Array.from({ length: 700 }, () => ({ kind: 'renderRetry' })),
    'sends more than 300 messages per second',
  ],
  ['the result of a task', [{ kind: 'result', id: 1, value: true }], 'has sent the result of no task'],
  ['a height', [{ kind: 'height', pixels: 10 }], 'changes the height of its page'],
  [
    'failures to render without end',
    Array.from({ length: 11 }, () => ({ kind: 'renderError', message: 'no tide' })),
    'has failed to render more than 10 times in a minute',
  ],
])('ends a frame that sends %s', async (_what, messages, cause) => {
  await start();
  far.send(...messages);
  expect(await failure()).toEqual(['render', `lading-plugin-tide 1.0.0 ${cause}`]);
  expect(document.querySelector('iframe')).toBeNull();
});

it('ends a frame that navigates to another document', async () => {
  await start();
  far.load();
  expect(await failure()).toEqual([
    'render',
    'lading-plugin-tide 1.0.0 has navigated its frame to another document',
  ]);
});

it('ends a frame that does not respond, and keeps one that does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await start();
  for (let second = 0; second < 20; second++) {
    vi.advanceTimersByTime(1_000);
    const ping = await vi.waitFor(() => {
      const found = far.messages.find((message) => message.kind === 'ping' && message.id === second + 2);
      if (!found) throw new Error('No question');
      return found as { id: number };
    });
    far.send({ kind: 'pong', id: ping.id });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(crashed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(7_000);
  expect(await failure()).toEqual(['timeout', 'lading-plugin-tide 1.0.0 does not respond for 5 s']);
});

it.each([
  ['http', '/ui/frames/tide/1.0.0/ answered 404', async () => new Response('', { status: 404 })],
  ['network', '/ui/frames/tide/1.0.0/ answered 503', async () => new Response('', { status: 503 })],
  ['network', 'failed to reach /ui/frames/tide/1.0.0/', () => Promise.reject(new TypeError())],
  ['network', 'files of the console failed to load', async () => new Response('')],
  [
    'network',
    'the page is of another version of the console. Reload it.',
    async () => new Response('', { status: 409 }),
  ],
])('does not blame the plugin when its document fails: %s, %s', async (found, cause, answer) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('fetch', vi.fn(answer));
  far.load();
  vi.advanceTimersByTime(7_000);
  expect(await failure()).toEqual([found, `The frame of lading-plugin-tide 1.0.0 did not start: ${cause}`]);
});

it('does not blame the plugin when its document does not load', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()));
  host.end();
  host = new FrameHost(options);
  void host.mount();
  await vi.advanceTimersByTimeAsync(61_000);
  vi.useRealTimers();
  expect((await failure())[0]).toBe('network');
});

it('says nothing of a failed document once the user has left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  far.load();
  vi.advanceTimersByTime(7_000);
  page.unmount();
  answer(new Response('', { status: 404 }));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(crashed).not.toHaveBeenCalled();
});

it('is not deceived by answers to questions to come', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await start();
  far.send({ kind: 'pong', id: 1_000_000 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  vi.advanceTimersByTime(7_000);
  expect((await failure())[0]).toBe('timeout');
});

it('reports the stage that failed before the plugin is mounted', async () => {
  far.load();
  far.send({ kind: 'failed', stage: 'bootstrap', message: 'no tide' });
  expect(await failure()).toEqual(['bootstrap', 'no tide']);
});

it('ends with an attempt that is abandoned while it mounts', () => {
  page.unmount();
  expect(document.querySelector('iframe')).toBeNull();
});

it('sets the title of the page as the plugin wants', async () => {
  await start();
  far.send({ kind: 'title', text: 'North' });
  await vi.waitFor(() => expect(page.title).toBe('North'));
  far.send({ kind: 'title' });
  await vi.waitFor(() => expect(page.title).toBeUndefined());
});

it('knows the heading of the page that the plugin shows, until another one is shown', async () => {
  await start();
  const heading = () => far.element.dataset.heading;
  far.send({ kind: 'heading', path: state.place.pathname, text: 'Harbor 7' });
  await vi.waitFor(() => expect(heading()).toBe('Harbor 7'));
  far.send({ kind: 'heading', path: '/tide/north', text: 'North' }, { kind: 'title', text: 'North' });
  await vi.waitFor(() => expect(page.title).toBe('North'));
  expect(heading()).toBe('Harbor 7');
  runInAction(() => current.set({ ...state, place: { ...state.place, pathname: '/tide/north', key: 'c' } }));
  await vi.waitFor(() => expect(heading()).toBeUndefined());
});

it('asks the page, which decides, and returns the outcome', async () => {
  await start();
  far.send({ kind: 'go', id: 1, to: '/admin', replace: false, state: '7' });
  expect(await far.received('done')).toEqual({ kind: 'done', id: 1, value: 'outside' });
  expect(services.go).toHaveBeenCalledWith(
    expect.objectContaining({ to: '/admin', replace: false, state: '7' }),
  );
});

it('moves the focus with each navigation to another page of the plugin', async () => {
  await start();
  const focused = () => far.messages.filter(({ kind }) => kind === 'focus').length;
  await vi.waitFor(() => expect(focused()).toBe(1));
  // A filter in the URL.
  runInAction(() => current.set({ ...state, place: { ...state.place, search: '?x=1', key: 'b' } }));
  await far.received('state');
  runInAction(() => current.set({ ...state, place: { ...state.place, pathname: '/tide/north', key: 'c' } }));
  await vi.waitFor(() => expect(focused()).toBe(2));
  expect(document.activeElement).toBe(far.element);
});

it('cannot read what the user types into a field of the page, nor gets the focus from it', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await start();
  runInAction(() => current.set({ ...state, place: { ...state.place, pathname: '/tide/north', key: 'c' } }));
  await far.received('state');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement).toBe(field);
  far.element.focus();
  window.dispatchEvent(new Event('blur'));
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  field.type = 'password';
  far.element.focus();
  window.dispatchEvent(new Event('blur'));
  expect((await failure())[1]).toContain('takes the focus from fields of the page');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
});
