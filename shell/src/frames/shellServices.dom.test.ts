import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
import { modalDialogs } from '../testing/modalDialogs.ts';
import {
  endConsole,
  failure,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';
import type { FrameServices } from './FrameServices.ts';
import { frameServices } from './shellServices.ts';

let server: TestServer;
let shell: Shell;
let record: PluginRecord;
let services: FrameServices;

const to = (path: string) => ({ to: path, replace: false });

beforeEach(async () => {
  server = testServer('/tide');
  const framedPlugin: FramesModule['framedPlugin'] = (of, plugin) => {
    [shell, record] = [of, plugin];
    return { default: {}, bootstrap: async () => {}, mount: async () => {}, unmount: async () => {} };
  };
  const title = { id: 'tide.north', text: 'North' };
  const tide = tinyPlugin('tide', {
    routes: [
      { path: '/tide', name: 'tide.main', title: { id: 'tide.title', text: 'Tide' } },
      { path: '/tide/:port', name: 'tide.port', title },
    ],
  });
  const plugins = [
    { definition: tide, specifier: 'lading-plugin-tide', frame: { reads: [], left: [] } },
    { definition: tinyPlugin('ebb') },
  ];
  await testConsole(plugins, [], undefined, {}, undefined, { '@lading/shell/frames': { framedPlugin } });
  await vi.waitFor(() => expect(shell?.page.plugin?.state.status).toBe('mounted'));
  services = frameServices(shell, record);
});
afterEach(endConsole);

it('tells the plugin who the user is and where it is, as plain data', () => {
  const state = structuredClone(services.state);
  expect(state).toMatchObject({ role: 'user', license: 'ENTERPRISE_PLUS', place: { pathname: '/tide' } });
  expect(state.user).toMatchObject({ name: 'ada', admin: false });
  expect(structuredClone(services.look)).toMatchObject({ tag: 'en', direction: 'ltr' });
  expect(services.title).toBe('Tide');
});

it('navigates to pages of the plugin', async () => {
  expect(await services.go({ ...to('/tide/north?x=1#top'), state: '{"from":"map"}' })).toBe('done');
  expect(shell.navigation.place).toMatchObject({ pathname: '/tide/north', search: '?x=1', hash: '#top' });
  expect(services.state.place).toMatchObject({ pathname: '/tide/north', state: { from: 'map' } });
});

it('does not navigate without end, nor while the user is asked', async () => {
  modalDialogs();
  services.unsaved('A draft');
  const leaving = shell.navigation.go('/ebb');
  await vi.waitFor(() => expect(document.querySelector('.lading-dialog')).not.toBeNull());
  expect(await services.go(to('/tide/north'))).toBe('stopped');
  document.querySelector<HTMLButtonElement>('.lading-dialog button')?.click();
  expect(await leaving).toBe('done');
  services.unsaved(undefined);
  await shell.navigation.go('/tide');
  const outcomes: string[] = [];
  for (let i = 0; i < 60; i++) outcomes.push(await services.go(to(`/tide/${i}`)));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(50);
  expect(outcomes.at(-1)).toBe('stopped');
});

it('asks no more after two canceled questions', async () => {
  const question = { title: 'a', text: 'b', verb: 'c', danger: false };
  const asked = vi.spyOn(shell.modals, 'confirm').mockResolvedValue(true);
  expect(await services.confirm(question)).toBe(true);
  asked.mockResolvedValue(false);
  for (let i = 0; i < 5; i++) expect(await services.confirm(question)).toBe(false);
  expect(asked).toHaveBeenCalledTimes(3);
});

it('does not ask on pages of other plugins, nor tells where they are', async () => {
  await shell.navigation.go('/ebb');
  const pending = frameServices(shell, record);
  pending.unsaved('A draft');
  expect(shell.navigation.blockers.reason).toBeUndefined();
  expect(pending.state.place.pathname).toBe('/');
  pending.unsaved(undefined);
});

it.each([
  '/ebb',
  '/',
  '/tide/../ebb',
  '/tide/%2e%2e/ebb',
  '/tide\\..\\..\\ebb',
  '/tide/\t../../ebb',
  '//evil.example/tide',
  '/\\evil.example/tide',
  'https://evil.example/tide',
  'javascript:alert(1)',
  '',
])('does not navigate to %j', async (path) => {
  expect(await services.go(to(path))).toBe('outside');
  expect(shell.navigation.place.pathname).toBe('/tide');
});

it('does nothing once another page is shown, and tells nothing of that page', async () => {
  await shell.navigation.go('/ebb');
  const info = vi.spyOn(shell.notifications, 'info');
  await services.notify('info', 'still here');
  expect(info).not.toHaveBeenCalled();
  expect(await services.confirm({ title: 'a', text: 'b', verb: 'c', danger: false })).toBe(false);
  expect(await services.go(to('/tide'))).toBe('outside');
  expect(services.state.place.pathname).toBe('/tide');
});

it('shows notifications with the name of the plugin, and not many', async () => {
  const info = vi.spyOn(shell.notifications, 'info');
  for (let i = 0; i < 10; i++) await services.notify('info', 'High water');
  expect(info.mock.calls).toEqual([['tide: High water']]);
});

it('asks before the user leaves unsaved changes, until the frame ends', () => {
  services.unsaved('A draft');
  expect(shell.navigation.blockers.reason).toBe('tide: A draft');
  services.unsaved('Two drafts');
  services.unsaved(undefined);
  expect(shell.navigation.blockers.reason).toBeUndefined();
});

it('does not ask for the password on behalf of the plugin', async () => {
  server.answers.set('GET /secret', () => failure(403, 'SIGN_IN_AGAIN', 'Sign in again'));
  const renew = vi.spyOn(shell.session, 'renew');
  await expect(services.http.text('/secret')).rejects.toMatchObject({ status: 403, code: 'SIGN_IN_AGAIN' });
  expect(renew).not.toHaveBeenCalled();
});

it('reaches the page from a part only while the user works in it, with the same limits', async () => {
  await shell.navigation.go('/ebb');
  let isInUse = false;
  const answered = vi.fn();
  const part = frameServices(shell, record, {
    title: 'tide: Level',
    isInUse: async () => isInUse,
    answered,
  });
  const question = { title: 'a', text: 'b', verb: 'c', danger: false };
  const info = vi.spyOn(shell.notifications, 'info');
  const asked = vi.spyOn(shell.modals, 'confirm').mockResolvedValue(true);
  await part.notify('info', 'High water');
  expect(await part.confirm(question)).toBe(false);
  expect(await part.go(to('/tide'))).toBe('outside');
  expect([info, asked].map(({ mock }) => mock.calls)).toEqual([[], []]);
  isInUse = true;
  await part.notify('info', 'High water');
  expect(info.mock.calls).toEqual([['tide: High water']]);
  expect(answered).not.toHaveBeenCalled();
  expect(await part.confirm(question)).toBe(true);
  expect(answered).toHaveBeenCalledOnce();
  expect(await part.go(to('/ebb'))).toBe('outside');
  expect(part.state.place.pathname).toBe('/');
  expect(part.title).toBe('tide: Level');
  expect(await part.go(to('/tide/north'))).toBe('done');
});

it('never keeps the user on the page of another plugin', async () => {
  await shell.navigation.go('/ebb');
  const part = frameServices(shell, record, { title: 'tide: Level', isInUse: async () => true });
  part.unsaved('Stay here');
  expect(shell.navigation.blockers.reason).toBeUndefined();
  part.unsaved(undefined);
});

it('closes the question of a frame that ends, and lets the user leave', async () => {
  modalDialogs();
  services.unsaved('A draft');
  const answer = services.confirm({ title: 'a', text: 'b', verb: 'c', danger: false });
  await vi.waitFor(() => expect(document.querySelector('.lading-dialog')).not.toBeNull());
  services.end();
  expect(await answer).toBe(false);
  expect(document.querySelector('.lading-dialog')).toBeNull();
  expect(shell.navigation.blockers.reason).toBeUndefined();
});
