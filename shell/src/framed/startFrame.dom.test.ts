import { definePlugin, message, type PluginLifecycles, type ShellApi } from '@lading/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { FRAME_STATE } from '../testing/frameState.ts';
import type { FrameLook, FromFrame, ToFrame } from './protocol.ts';
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
