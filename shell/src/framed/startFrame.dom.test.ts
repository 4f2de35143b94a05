import { definePlugin, message, type PluginLifecycles, type ShellApi } from '@lading/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { FRAME_STATE } from '../testing/frameState.ts';
import { type FrameLook, type FromFrame, readMessage, type ToFrame } from './protocol.ts';
import { startFrame } from './startFrame.ts';

const state = FRAME_STATE;
const look: FrameLook = { theme: 'dark', tag: 'pl', direction: 'ltr', texts: { 'ui.retry': 'Ponów' } };
const title = message('tide.title', 'Tide');

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  document.body.replaceChildren();
  delete document.documentElement.dataset.theme;
});

/** Starts a plugin with these lifecycles; `tell` is what the page sends. */
function started(lifecycles: Partial<PluginLifecycles>, name = 'tide') {
  const sent: FromFrame[] = [];
  let tell: (message: ToFrame) => void = () => {};
  const definition = definePlugin({
    ...{ name, version: '1.0.0', contract: '1.x' },
    extensions: { catalogs: [{ language: 'pl', texts: async () => ({ 'tide.title': 'Pływy' }) }] },
  });
  const idle = async () => {};
  const end = startFrame({
    plugin: 'tide',
    entry: '/ui/frames/tide/1.0.0/plugin.js',
    loader: {
      import: async () => ({
        default: definition,
        bootstrap: idle,
        mount: idle,
        unmount: idle,
        ...lifecycles,
      }),
    },
    listen: (take) => {
      tell = take;
    },
    post: (posted) => sent.push(posted as FromFrame),
  });
  ends.push(end);
  const posted = <K extends FromFrame['kind']>(kind: K) =>
    vi.waitFor(() => {
      const found = sent.find((one) => one.kind === kind);
      if (!found) throw new Error(`No message ${kind}`);
      return found as Extract<FromFrame, { kind: K }>;
    });
  tell({ kind: 'start', state, look });
  return { sent, posted, tell: (told: ToFrame) => tell(told) };
}

/** Mounts a plugin and returns its shell. */
async function shellOf() {
  let shell: ShellApi | undefined;
  const frame = started({
    mount: async (props) => {
      shell = props.shell;
    },
  });
  await frame.posted('ready');
  if (!shell) throw new Error('No shell');
  return { ...frame, shell };
}

it('mounts the plugin with theme, language, and its own texts', async () => {
  const { shell, tell } = await shellOf();
  const page = document.documentElement;
  expect([page.dataset.theme, page.lang, page.dir]).toEqual(['dark', 'pl', 'ltr']);
  await vi.waitFor(() => expect(shell.language.text(title)).toBe('Pływy'));
  expect(shell.language.text({ id: 'ui.retry', text: 'Retry' })).toBe('Ponów');
  tell({ kind: 'look', look: { theme: undefined, tag: 'en', direction: 'ltr', texts: {} } });
  await vi.waitFor(() => expect(shell.language.text(title)).toBe('Tide'));
  expect([page.dataset.theme, page.lang]).toEqual([undefined, 'en']);
});

it('evaluates requirements as the console does', async () => {
  const { shell } = await shellOf();
  expect(shell.allows({ features: ['COMMON.TIDE'], services: ['artifactory'] })).toBe(true);
  expect(shell.allows({ features: ['COMMON.EBB'] })).toBe(false);
  expect(shell.allows({ role: 'admin' })).toBe(false);
  expect([shell.license.type, shell.services.version('artifactory')]).toEqual(['OSS', '7.77.0']);
});

it('makes calls through the page', async () => {
  const { shell, posted, tell } = await shellOf();
  const levels = shell.http.json('/levels?a=1', {
    method: 'POST',
    query: { from: 'monday' },
    body: { b: 2 },
  });
  const call = await posted('call');
  expect(call).toEqual({
    ...{ kind: 'call', id: call.id, method: 'POST', path: '/levels' },
    ...{ query: 'a=1&from=monday', body: '{"b":2}' },
  });
  tell({ kind: 'response', id: call.id, text: '[3]', headers: {} });
  expect(await levels).toEqual([3]);
});

it('rejects calls with the failure of the page, and aborts them', async () => {
  const { shell, posted, tell } = await shellOf();
  const denied = shell.http.text('/users');
  const { id } = await posted('call');
  tell({ kind: 'failure', id, status: 403, message: 'Not declared', code: 'PLUGIN_CALL_DENIED' });
  await expect(denied).rejects.toMatchObject({ status: 403, code: 'PLUGIN_CALL_DENIED' });
  const aborting = new AbortController();
  const slow = shell.http.text('/levels', { signal: aborting.signal });
  aborting.abort(new Error('left'));
  await expect(slow).rejects.toThrow('left');
  await posted('abort');
});

it('navigates through the page, and follows its place', async () => {
  const { posted, tell, shell } = await shellOf();
  const outcome = shell.navigation.go('/tide/north?x=1', { replace: true });
  const go = await posted('go');
  expect(go).toEqual({ kind: 'go', id: go.id, to: '/tide/north?x=1', replace: true });
  tell({ kind: 'done', id: go.id, value: 'done' });
  expect(await outcome).toBe('done');
  const seen: string[] = [];
  shell.navigation.listen(({ pathname }) => seen.push(pathname));
  tell({ kind: 'state', state: { ...state, place: { ...state.place, pathname: '/tide/north', key: 'b' } } });
  expect([seen, shell.navigation.place.pathname]).toEqual([['/tide/north'], '/tide/north']);
});

it('sets the title of the page, and removes it', async () => {
  const { sent, shell } = await shellOf();
  shell.setTitle('North')();
  expect(sent.filter(({ kind }) => kind === 'title')).toEqual([
    { kind: 'title', text: 'North' },
    { kind: 'title', text: undefined },
  ]);
});

it('restores an earlier title of several', async () => {
  const { sent, shell } = await shellOf();
  const first = shell.setTitle('North');
  const second = shell.setTitle('South');
  second();
  first();
  const titles = sent.flatMap((message) => (message.kind === 'title' ? [message.text] : []));
  expect(titles).toEqual(['North', 'South', 'North', undefined]);
});

it('tells the page unsaved changes that nothing observes, before it navigates', async () => {
  const { sent, shell } = await shellOf();
  const told = () => sent.flatMap((message) => (message.kind === 'unsaved' ? [message.reason] : []));
  const draft: { text?: string } = {};
  const end = shell.navigation.block(() => draft.text);
  const endOther = shell.navigation.block(() => 'Another draft');
  expect(told()).toEqual(['Another draft']);
  draft.text = 'A draft';
  void shell.navigation.go('/tide/north');
  expect(told()).toEqual(['Another draft', 'A draft']);
  expect(sent.at(-1)?.kind).toBe('go');
  draft.text = 'Two drafts';
  window.dispatchEvent(new Event('blur'));
  await vi.waitFor(() => expect(told().at(-1)).toBe('Two drafts'));
  end();
  expect(told().at(-1)).toBe('Another draft');
  endOther();
  expect(told().at(-1)).toBeUndefined();
});

it('rejects calls that the page would not take, and keeps the others whole', async () => {
  const { sent, shell } = await shellOf();
  const tooLong = { status: 400, code: 'TOO_LONG' };
  await expect(shell.http.text(`/${'a'.repeat(2_000)}`)).rejects.toMatchObject(tooLong);
  await expect(shell.http.text('/a', { query: { q: 'a'.repeat(4_000) } })).rejects.toMatchObject(tooLong);
  const body = 'a'.repeat(1_000_000);
  await expect(shell.http.text('/a', { method: 'POST', body })).rejects.toMatchObject(tooLong);
  expect(sent.filter(({ kind }) => kind === 'call')).toEqual([]);
  for (const timeout of [0.5, Number.POSITIVE_INFINITY, Number.NaN])
    shell.http.text('/levels?a=b?c', { timeout }).catch(() => {});
  const calls = sent.filter((message) => message.kind === 'call');
  expect(calls.map(readMessage)).toEqual(calls);
  expect(calls.map(({ query, timeout }) => [query, timeout])).toEqual([
    ['a=b?c', 1],
    ['a=b?c', 2 ** 31 - 1],
    ['a=b?c', 0],
  ]);
});

it('navigates with a state, and not to what the page would not take', async () => {
  const { posted, sent, shell } = await shellOf();
  expect(await shell.navigation.go(`/${'a'.repeat(4_000)}`)).toBe('stopped');
  expect(await shell.navigation.go('/tide', { state: 'a'.repeat(10_000) })).toBe('stopped');
  void shell.navigation.go('/tide', { state: { from: 'map' } });
  expect(await posted('go')).toMatchObject({ state: '{"from":"map"}' });
  expect(sent.filter(({ kind }) => kind === 'go')).toHaveLength(1);
});

it('moves the focus to the heading of the next page, unless the plugin has moved it', async () => {
  const { tell } = await shellOf();
  const goTo = (pathname: string) => {
    tell({ kind: 'state', state: { ...state, place: { ...state.place, pathname, key: pathname } } });
  };
  document.body.innerHTML = '<a href="/ui/tide/north">North</a>';
  document.querySelector('a')?.focus();
  goTo('/tide/north');
  document.body.insertAdjacentHTML('beforeend', '<h1>North</h1><input>');
  tell({ kind: 'focus' });
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  goTo('/tide/south');
  document.querySelector('input')?.focus();
  tell({ kind: 'focus' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement?.tagName).toBe('INPUT');
});

it('tells the page the heading of each page', async () => {
  const { tell, sent } = await shellOf();
  const headings = () =>
    sent.flatMap((message) => (message.kind === 'heading' ? [[message.path, message.text]] : []));
  const show = (text: string) => {
    document.body.innerHTML = `<h1>${text}</h1>`;
  };
  const first = [state.place.pathname, 'Tide tables'];
  show(' Tide tables ');
  await vi.waitFor(() => expect(headings()).toEqual([first]));
  tell({ kind: 'state', state: { ...state, place: { ...state.place, pathname: '/tide/north', key: 'b' } } });
  show('N'.repeat(400));
  await vi.waitFor(() => expect(headings()).toEqual([first, ['/tide/north', 'N'.repeat(300)]]));
  expect(sent.filter(({ kind }) => kind === 'heading').map(readMessage)).not.toContain(undefined);
  document.body.innerHTML = '<main class="ld-page"><h1>South</h1><div class="ld-state"></div></main>';
  tell({ kind: 'state', state: { ...state, place: { ...state.place, pathname: '/tide/south', key: 'c' } } });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(headings()).toHaveLength(2);
});

it('reports the stage that fails', async () => {
  const broken = async () => {
    throw new Error('no tide');
  };
  const { posted } = started({ mount: broken });
  expect(await posted('failed')).toEqual({ kind: 'failed', stage: 'mount', message: 'no tide' });
  const other = started({}, 'ebb');
  expect(await other.posted('failed')).toMatchObject({ stage: 'evaluation' });
});

it('does not offer what only trusted plugins can use', async () => {
  const { shell } = await shellOf();
  await expect(shell.session.signOut()).rejects.toThrow('Untrusted plugins cannot use shell.session');
  expect(() => shell.add('features', { name: 'COMMON.TIDE', supported: true })).toThrow('Untrusted plugins');
  await expect(shell.showPart('tide.now', document.body).ready).rejects.toThrow('showPart');
});
