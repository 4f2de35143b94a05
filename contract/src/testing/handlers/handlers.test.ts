import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformHandlers, platformState } from './platform.ts';
import { startupHandlers, startupState, testUser } from './startup.ts';

const state = startupState();
const projects = [
  { key: 'tea', name: 'Tea room', administers: true },
  { key: 'ale', name: 'Ale house', administers: false },
];
const platform = platformState({ projects: { projects, total: 2, mayCreate: false } });
const server = setupServer(...startupHandlers(state), ...platformHandlers(platform));
const ui = 'http://localhost:8082/ui/api/v1';
const login = (password: string) =>
  fetch(`${ui}/ui/auth/login?_spring_security_remember_me=false`, {
    method: 'POST',
    body: JSON.stringify({ user: 'ada', password, type: 'login' }),
  });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

describe('the startup handlers', () => {
  it('return 401 before a sign-in and after a sign-out', async () => {
    expect((await fetch(`${ui}/ui/auth/current`)).status).toBe(401);
    expect((await login('wrong')).status).toBe(401);
    expect(await (await login('correct horse')).json()).toMatchObject({ name: 'ada' });
    expect(await (await fetch(`${ui}/ui/auth/current`)).json()).toMatchObject({ name: 'ada' });
    await fetch(`${ui}/ui/auth/logout`, { method: 'POST' });
    expect((await fetch(`${ui}/ui/auth/current`)).status).toBe(401);
  });

  it('return the data of other users to administrators', async () => {
    const told = (name: string) => fetch(`${ui}/access/users/${name}/console`);
    expect((await told('ada')).status).toBe(401);
    await login('correct horse');
    expect((await told('ada')).status).toBe(403);
    state.user = testUser({ name: 'admin', admin: true });
    expect(await (await told('ada')).json()).toMatchObject({ name: 'ada', admin: false });
    expect(await (await told('anonymous')).json()).toMatchObject({ name: 'anonymous' });
    expect((await told('nobody')).status).toBe(404);
    await fetch(`${ui}/ui/auth/logout`, { method: 'POST' });
  });

  it('return the platform data and redirect targets', async () => {
    expect(await (await fetch(`${ui}/system/auth/screen/footer`)).json()).toMatchObject({
      serverName: 'Lading',
    });
    const redirect = (to: string) => fetch(`${ui}/ui/auth/redirect?redirectTo=${encodeURIComponent(to)}`);
    expect(await (await redirect('/ui/packages?name=a')).json()).toEqual({ url: '/ui/packages?name=a' });
    expect((await redirect('//evil.example')).status).toBe(400);
  });
});

describe('the platform handlers', () => {
  const json = async (path: string) => (await fetch(`${ui}${path}`)).json();

  it('return services and features', async () => {
    expect(await json('/system/ismicroserviceenabled/access')).toEqual({ enabled: true });
    expect(await json('/system/ismicroserviceenabled/xray')).toEqual({ enabled: false });
    platform.features = { features: [{ name: 'COMMON.TESTED', supported: true }] };
    expect(await json('/system/features')).toEqual(platform.features);
  });

  it('return data for setting up clients', async () => {
    expect(await json('/ui/setMeUp')).toEqual(platform.setMeUp);
    expect(await json('/ui/setMeUp/reverseProxyData')).toEqual(platform.reverseProxy);
  });

  it('find projects by name and key', async () => {
    const one = { projects: [projects[1]], total: 1, mayCreate: false };
    expect(await json('/access/projects?search=HOUSE')).toEqual(one);
    expect(await json('/access/projects?limit=1&after=1')).toEqual({ ...one, total: 2 });
    const { next } = await json('/access/projects?limit=1');
    expect((await json(`/access/projects?limit=1&after=${next}`)).projects).toEqual([projects[1]]);
    expect(await json('/access/projects/tea')).toEqual(projects[0]);
    expect((await fetch(`${ui}/access/projects/gone`)).status).toBe(404);
  });
});
