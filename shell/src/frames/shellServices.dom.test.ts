import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FramesModule } from '../plugins/FramesModule.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
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
  expect(await services.go('/tide/north?x=1#top', false)).toBe('done');
  expect(shell.navigation.place).toMatchObject({ pathname: '/tide/north', search: '?x=1', hash: '#top' });
  expect(services.state.place.pathname).toBe('/tide/north');
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
])('does not navigate to %j', async (to) => {
  expect(await services.go(to, false)).toBe('outside');
  expect(shell.navigation.place.pathname).toBe('/tide');
});

it('does nothing once another page is shown, and tells nothing of that page', async () => {
  await shell.navigation.go('/ebb');
  const info = vi.spyOn(shell.notifications, 'info');
  services.notify('info', 'still here');
  expect(info).not.toHaveBeenCalled();
  expect(await services.confirm({ title: 'a', text: 'b', verb: 'c', danger: false })).toBe(false);
  expect(await services.go('/tide', false)).toBe('outside');
  expect(services.state.place.pathname).toBe('/tide');
});

it('shows notifications with the name of the plugin, and not many', () => {
  const info = vi.spyOn(shell.notifications, 'info');
  for (let i = 0; i < 10; i++) services.notify('info', 'High water');
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
