import type { ProjectChoice } from '@lading/contract/rest';
import { screen, waitFor } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import {
  ADA,
  endConsole,
  failure,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../../testing/testConsole.ts';
import { windowOf } from './windowOf.ts';

const ADMIN = { ...ADA, admin: true };
const AT = '/ui/api/v1/access/projects';
const title = (text: string) => ({ id: text, text });
const PLUGINS = [
  { definition: tinyPlugin('packages') },
  { definition: tinyPlugin('other') },
  {
    definition: tinyPlugin('auth', {
      routes: [{ path: '/login', name: 'login', title: title('Sign in'), public: true, frameless: true }],
      menuItems: [],
    }),
  },
  {
    definition: tinyPlugin('admin', {
      routes: [
        { path: '/admin/users', name: 'users', title: title('Users'), requires: { role: 'admin' } },
        {
          path: '/project/members',
          name: 'members',
          title: title('Members'),
          requires: { role: 'projectAdmin', project: 'one' },
        },
      ],
      menuItems: [
        {
          sidebar: 'administration',
          path: '/admin/users',
          label: title('Users'),
          requires: { role: 'admin' },
        },
        {
          sidebar: 'project',
          path: '/project/members',
          label: title('Members'),
          requires: { role: 'projectAdmin', project: 'one' },
        },
      ],
    }),
  },
];
const TEA = { key: 'tea', name: 'Tea room', administers: true };
const MANY: readonly ProjectChoice[] = Array.from({ length: 10_000 }, (_, n) => ({
  key: `many-${n}`,
  name: `One of many ${n}`,
  administers: true,
}));

/** Serves the platform's projects page by page, like the real routes. */
function offer(server: TestServer, all: readonly ProjectChoice[], mayCreate = false) {
  server.answers.set(`GET ${AT}`, ({ url }) => {
    const query = url.searchParams;
    const search = (query.get('search') ?? '').toLowerCase();
    const found = all.filter(({ key, name }) => key.includes(search) || name.toLowerCase().includes(search));
    const start = Number(query.get('after') ?? 0);
    const end = start + Number(query.get('limit') ?? 100);
    const next = end < found.length ? { next: String(end) } : {};
    return Response.json({ projects: found.slice(start, end), total: found.length, mayCreate, ...next });
  });
  for (const one of all) server.answers.set(`GET ${AT}/${one.key}`, () => Response.json(one));
  return server;
}

const start = () => testConsole(PLUGINS, [], { mountFrame }, {}, 20);
const selector = (name: string) => screen.findByRole('button', { name: `Project: ${name}` });
const field = () => screen.findByRole('combobox', { name: 'Find a project' });
const here = () => location.pathname + location.search;

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

describe('the project selector', () => {
  it('is hidden for users without projects who cannot create any', async () => {
    const server = offer(testServer('/packages'), []);
    await start();
    await waitFor(() => expect(server.calls).toContain(`GET ${AT}`));
    await waitFor(() => expect(server.calls.some((call) => call.includes('entitlements'))).toBe(true));
    expect(screen.queryByRole('button', { name: /^Project:/ })).toBeNull();
  });

  it('tells users who can create the first project how', async () => {
    offer(testServer('/packages', ADMIN), [], true);
    await start();
    await userEvent.click(await selector('All projects'));
    expect(await screen.findByText('No projects yet')).toBeTruthy();
    const command = await screen.findByRole('group', { name: 'Command that creates a project' });
    expect(command.textContent).toContain('/access/api/v1/projects');
  });

  it('finds one of 10,000 by keyboard, rendering only visible ones [shell-03]', async () => {
    const server = offer(testServer('/packages', ADMIN), [...MANY, TEA]);
    await start();
    (await selector('All projects')).focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    expect(await screen.findByText('10,001 projects')).toBeTruthy();
    const options = screen.getAllByRole('option');
    expect(options.length).toBeLessThan(40);
    expect(options[1]?.getAttribute('aria-setsize')).toBe('10002');

    await userEvent.keyboard('tea');
    expect(await screen.findByText('1 project')).toBeTruthy();
    const found = screen.getByRole('option', { name: /Tea room/ });
    expect((await field()).getAttribute('aria-activedescendant')).toBe(found.id);
    await userEvent.keyboard('{Enter}');

    const button = await selector('Tea room');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(here()).toBe('/ui/packages?projectKey=tea');
    expect(localStorage.getItem('lading.shell.project.ada')).toBe('tea');
    expect(await screen.findByRole('button', { name: 'Project settings' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Administration' })).toBeNull();
    expect(server.calls.filter((call) => call.includes('search=')).length).toBeLessThanOrEqual(3);
  });

  it('loads more pages while scrolling down, and keeps all visible entries', async () => {
    const server = offer(testServer('/packages'), MANY);
    await start();
    await userEvent.click(await selector('All projects'));
    await screen.findByText('10,000 projects');
    for (let step = 0; step < 30; step++) await userEvent.keyboard('{PageDown}');
    const active = () => document.querySelector('[role=option][data-active]');
    await waitFor(() => expect(Number(active()?.getAttribute('aria-posinset'))).toBeGreaterThan(200));
    await waitFor(() => expect(active()?.textContent).toMatch(/One of many \d+many-\d+/));
    expect(server.calls.filter((call) => call.includes('after='))).not.toEqual([]);
    expect(screen.getAllByRole('option').length).toBeLessThan(40);
  });

  it('closes with Escape, restores the focus, and changes nothing', async () => {
    offer(testServer('/packages'), [TEA]);
    await start();
    const button = await selector('All projects');
    button.focus();
    await userEvent.keyboard('t');
    const input = await field();
    expect(input).toHaveProperty('value', 't');
    await userEvent.keyboard('{ArrowDown}{Escape}');
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(here()).toBe('/ui/packages');
  });

  it('opens at the selected project', async () => {
    localStorage.setItem('lading.shell.project.ada', 'many-3');
    offer(testServer('/packages'), MANY);
    await start();
    (await selector('One of many 3')).focus();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByText('10,000 projects');
    const active = () => document.querySelector('[role=option][data-active]')?.textContent;
    await waitFor(() => expect(active()).toContain('One of many 3'));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(await selector('One of many 4')).toBeTruthy();
  });

  it('closes on a click elsewhere', async () => {
    offer(testServer('/packages'), [TEA]);
    await start();
    await userEvent.click(await selector('All projects'));
    await field();
    await userEvent.click(document.body);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('shows what failed, with Retry', async () => {
    const server = testServer('/packages');
    server.answers.set(`GET ${AT}`, () => failure(500, 'BROKEN', 'the list is torn'));
    await start();
    await userEvent.click(await selector('All projects'));
    expect(await screen.findByText('the list is torn')).toBeTruthy();
    offer(server, [TEA]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: /Tea room/ })).toBeTruthy();
  });

  it('shows that no project matches', async () => {
    offer(testServer('/packages'), [TEA]);
    await start();
    await userEvent.click(await selector('All projects'));
    await userEvent.type(await field(), 'xyz');
    expect(await screen.findByText('No project name or key contains “xyz”.')).toBeTruthy();
  });
});

describe('the selected project', () => {
  it('is part of the URL and of every link, so that it can be shared [shell-03]', async () => {
    offer(testServer('/packages?name=a*&projectKey=tea', { ...ADA, name: 'bob' }), [TEA]);
    await start();
    expect(await selector('Tea room')).toBeTruthy();
    expect(here()).toBe('/ui/packages?name=a*&projectKey=tea');
    const link = await screen.findByRole('link', { name: 'OTHER' });
    expect(link.getAttribute('href')).toBe('/ui/other?projectKey=tea');
    await userEvent.click(link);
    expect(here()).toBe('/ui/other?projectKey=tea');
    expect(localStorage.getItem('lading.shell.project.bob')).toBe('tea');
  });

  it('is separate for each user', async () => {
    localStorage.setItem('lading.shell.project.ada', 'tea');
    localStorage.setItem('lading.shell.project.bob', 'ale');
    offer(testServer('/packages', { ...ADA, name: 'bob' }), [
      { key: 'ale', name: 'Ale house', administers: false },
    ]);
    await start();
    expect(await selector('Ale house')).toBeTruthy();
    expect(here()).toBe('/ui/packages?projectKey=ale');
  });

  it('is restored by going back', async () => {
    localStorage.setItem('lading.shell.project.ada', 'tea');
    offer(testServer('/packages'), [TEA]);
    await start();
    await userEvent.click(await screen.findByRole('link', { name: 'OTHER' }));
    await userEvent.click(await selector('Tea room'));
    await userEvent.click(await screen.findByRole('option', { name: 'All projects' }));
    expect(here()).toBe('/ui/other');
    history.back();
    await waitFor(() => expect(here()).toBe('/ui/packages?projectKey=tea'));
    history.forward();
    await waitFor(() => expect(here()).toBe('/ui/other'));
    expect(await selector('All projects')).toBeTruthy();
  });

  it('that no longer exists is reported, and all projects are shown', async () => {
    const server = offer(testServer('/packages?projectKey=gone'), [TEA]);
    server.answers.set(`GET ${AT}/gone`, () => failure(404, 'PROJECT_NOT_FOUND', 'Project gone not found'));
    await start();
    expect(
      await screen.findByText(
        'Project gone no longer exists, or you are not a member. All projects are shown.',
      ),
    ).toBeTruthy();
    expect(here()).toBe('/ui/packages');
    expect(await selector('All projects')).toBeTruthy();
  });

  it.each(['Tea', '', '%E0%A4%A', 'a'.repeat(129), '<script>'])(
    'cannot be %j: the URL is corrected',
    async (key) => {
      localStorage.setItem('lading.shell.project.ada', 'Not A Key');
      offer(testServer(`/packages?name=a&projectKey=${key}`), [TEA]);
      await start();
      expect(await selector('All projects')).toBeTruthy();
      expect(here()).toBe('/ui/packages?name=a');
      expect(localStorage.getItem('lading.shell.project.ada')).toBeNull();
    },
  );

  it('is kept for an anonymous user who has to sign in first', async () => {
    offer(testServer('/packages?projectKey=tea', 'nobody'), [TEA]);
    await start();
    expect(here()).toBe('/ui/login?logout=true');
    expect(sessionStorage.getItem('lading.sessionRedirect')).toContain('/packages?projectKey=tea');
  });

  it('required by a page redirects to the landing page when all projects are selected', async () => {
    localStorage.setItem('lading.shell.project.ada', 'tea');
    offer(testServer('/project/members', ADMIN), [TEA]);
    await start();
    expect(here()).toBe('/ui/project/members?projectKey=tea');
    await userEvent.click(await selector('Tea room'));
    await userEvent.click(await screen.findByRole('option', { name: 'All projects' }));
    await waitFor(() => expect(here()).toBe('/ui/packages'));
  });

  it('reloads the security scanning user data when it changes [shell-18]', async () => {
    const server = offer(testServer('/packages'), [TEA]);
    server.answers.set('GET /ui/api/v1/system/microservices', () =>
      Response.json({ services: [{ name: 'xray', available: true }] }),
    );
    const PERMISSIONS = '/ui/api/v1/system/securityPermissions';
    server.answers.set(`GET ${PERMISSIONS}`, ({ url }) =>
      Response.json({ readIssues: !url.searchParams.has('project') }),
    );
    const requires = { services: ['xray'], scanning: ['readIssues'] } as const;
    const violations = tinyPlugin('scanning', {
      menuItems: [{ sidebar: 'application', path: '/violations', label: title('Violations'), requires }],
    });
    await testConsole([...PLUGINS, { definition: violations }], [], { mountFrame }, {}, 20);
    expect(await screen.findByRole('link', { name: 'Violations' })).toBeTruthy();
    await userEvent.click(await selector('All projects'));
    await userEvent.click(await screen.findByRole('option', { name: /Tea room/ }));
    await waitFor(() => expect(server.calls).toContain(`GET ${PERMISSIONS}?project=tea`));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Violations' })).toBeNull());
  });
});

it.each([
  [0, 10_000, 0, 15],
  [4_000, 10_000, 94, 115],
  [400_000, 10_000, 9_994, 10_000],
  [400, 3, 3, 3],
  [0, 0, 0, 0],
])('draws of a list scrolled to %i of %i entries those from %i to %i', (top, count, start, end) => {
  expect(windowOf(top, 360, 40, count)).toEqual({ start, end });
});
