import type { SavedSearches, SearchSuggestions } from '@lading/contract/rest';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import { modalDialogs } from '../../testing/modalDialogs.ts';
import { ADA, endConsole, testConsole, testServer, tinyPlugin } from '../../testing/testConsole.ts';

const ADMIN = { ...ADA, admin: true };
const title = (text: string) => ({ id: text, text });
const keys = userEvent.keyboard;

const SUGGESTED: SearchSuggestions = {
  packages: [{ id: 'npm://rosewood', name: 'rosewood', packageType: 'npm', latestVersion: '1.0.0' }],
  repositories: [{ key: 'rose-local', type: 'local', packageType: 'npm' }],
  artifacts: [{ repo: 'rose-local', path: 'beds/rose.txt', name: 'rose.txt' }],
};

const SAVED: SavedSearches = {
  searches: [
    {
      ...{ id: '7', name: 'Rose gardens', query: 'query=rose+type%3Anpm&repos=rose-local' },
      ...{ project: null, author: 'ada', modified: '2026-01-01T00:00:00Z', mayChange: true, problem: null },
    },
  ],
  more: false,
  projects: [],
};

/** Answers with suggestions of the requested kind, and a user, unless a part fails. */
function rosePlatform(user = ADMIN) {
  const server = testServer('/packages', user);
  const broken = new Set<string>();
  const failed = (part: string) =>
    Response.json({ errors: [{ code: 'BUSY', message: `The ${part} index is busy.` }] }, { status: 400 });
  server.answers.set('GET /ui/api/v1/search/suggestions', ({ url }) => {
    const kind = url.searchParams.get('kind') as keyof SearchSuggestions;
    if (broken.has(kind)) return failed(kind);
    return Response.json({ packages: [], repositories: [], artifacts: [], [kind]: SUGGESTED[kind] });
  });
  server.answers.set('GET /ui/api/v1/search/users', () =>
    Response.json({ users: [{ username: 'rosa', email: 'rosa@ship.example' }] }),
  );
  server.answers.set('GET /ui/api/v1/ui/saved_searches', ({ url }) =>
    broken.has('saved')
      ? failed('saved')
      : Response.json(url.searchParams.get('text') === 'rose' ? SAVED : { ...SAVED, searches: [] }),
  );
  return { server, broken };
}

const pages = vi.fn(async () => [
  { path: '/help/guides/roses', title: title('Growing roses') },
  { path: '/help/guides/tulips', title: title('Growing tulips') },
]);

async function openPalette() {
  const plain = (path: string, name: string) => ({ path, name, title: title(name) });
  const routes = [
    plain('/packages/:id?', 'Packages'),
    plain('/repos/tree/General/*', 'Tree'),
    { ...plain('/admin/management/users/edit/:name', 'User'), requires: { role: 'admin' as const } },
    { ...plain('/help/guides/:guide', 'Guides'), pages },
  ];
  const searchCategories = [
    { id: 'packages', label: title('Packages'), path: '/packages', leastForUsers: 3 },
  ];
  const definition = tinyPlugin('garden', { routes, extensions: { searchCategories } });
  await testConsole([{ definition }], [], { mountFrame });
  await screen.findByRole('banner');
  await keys('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: /^Find/ });
}

const group = async (name: string) => within(await screen.findByRole('group', { name }));
const calls = ({ calls: all }: { readonly calls: readonly string[] }) =>
  all.filter((call) => call.includes('/search/'));

beforeEach(() => {
  modalDialogs();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  pages.mockClear();
});
afterEach(endConsole);

it('finds packages, repositories, files, users, and pages that plugins list, by group', async () => {
  rosePlatform();
  await openPalette();
  await keys('rose');
  expect((await group('Packages')).getByRole('option', { name: /rosewood/ })).toBeTruthy();
  expect((await group('Repositories')).getByRole('option', { name: /rose-local/ })).toBeTruthy();
  expect((await group('Artifacts')).getByRole('option', { name: 'rose.txt, rose-local/beds' })).toBeTruthy();
  expect((await group('Users')).getByRole('option', { name: 'rosa, rosa@ship.example' })).toBeTruthy();
  const guides = await group('Pages');
  expect(guides.getByRole('option', { name: 'Growing roses, Guides' })).toBeTruthy();
  expect(guides.queryByRole('option', { name: /tulips/ })).toBeNull();
});

it('finds saved searches by name, and opens them', async () => {
  const { broken } = rosePlatform({ ...ADMIN, admin: false });
  await openPalette();
  await keys('rose');
  const saved = await group('Saved searches');
  const option = saved.getByRole('option', { name: 'Rose gardens, rose type:npm · rose-local' });
  await userEvent.click(option);
  await waitFor(() => expect(location.search).toBe('?query=rose+type%3Anpm&repos=rose-local'));
  broken.add('saved');
  await keys('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: /^Find/ });
  await keys('rose');
  expect(await screen.findByText(/^Saved searches: failed to load/)).toBeTruthy();
});

it('opens what it found by keyboard', async () => {
  rosePlatform();
  const box = await openPalette();
  await keys('rosa');
  const rosa = await screen.findByRole('option', { name: /^rosa,/ });
  while (box.getAttribute('aria-activedescendant') !== rosa.id) await keys('{ArrowDown}');
  await keys('{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/ui/admin/management/users/edit/rosa'));
});

it('keeps the selected entry when others arrive', async () => {
  const { server } = rosePlatform();
  let arrive = () => {};
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  pages.mockImplementationOnce(async () => {
    await late;
    return [{ path: '/help/guides/roses', title: title('Growing roses') }];
  });
  const box = await openPalette();
  await keys('rose');
  const tree = await screen.findByRole('option', { name: /rose-local, / });
  while (box.getAttribute('aria-activedescendant') !== tree.id) await keys('{ArrowDown}');
  arrive();
  await screen.findByRole('option', { name: /Growing roses/ });
  const selected = screen.getByRole('option', { selected: true });
  expect(selected.textContent).toContain('rose-local');
  expect(box.getAttribute('aria-activedescendant')).toBe(selected.id);
  expect(calls(server).length).toBeGreaterThan(0);
});

it('keeps the first entry selected when better ones arrive', async () => {
  rosePlatform();
  const box = await openPalette();
  await keys('rosew');
  const selected = () => screen.getByRole('option', { selected: true });
  expect(selected().textContent).toContain('Search for “rosew” in Packages');
  await screen.findByRole('option', { name: /^rosewood/ });
  expect(selected().textContent).toContain('Search for “rosew” in Packages');
  // Nothing appears above the entry that Enter runs.
  expect(screen.getAllByRole('option')[0]).toBe(selected());
  expect(box.getAttribute('aria-activedescendant')).toBe(selected().id);
  await keys('{Enter}');
  await waitFor(() => expect(location.search).toBe('?name=rosew'));
});

it('shows the failure of one group next to the results of the others, and retries', async () => {
  const { broken } = rosePlatform();
  broken.add('artifacts');
  pages.mockRejectedValueOnce(new Error('The guides are away.'));
  await openPalette();
  await keys('rose');
  const palette = within(screen.getByRole('dialog', { name: 'Command palette' }));
  const alert = await palette.findByRole('alert');
  await waitFor(() => expect(alert.textContent).toContain('Artifacts: failed to load. The artifacts index'));
  expect(alert.textContent).toContain('Guides: failed to load. The guides are away.');
  expect(await screen.findByRole('option', { name: /rosewood/ })).toBeTruthy();
  broken.clear();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('option', { name: /rose.txt/ })).toBeTruthy();
  expect(await screen.findByRole('option', { name: /Growing roses/ })).toBeTruthy();
  expect(palette.queryByRole('alert')).toBeNull();
});

it('asks for users only as an administrator, and after three characters as another user', async () => {
  const { server } = rosePlatform(ADA);
  await openPalette();
  await keys('ro');
  await screen.findByRole('option', { name: /Growing roses/ });
  expect(calls(server)).toEqual([]);
  await keys('s');
  await screen.findByRole('option', { name: /rosewood/ });
  expect(calls(server).some((call) => call.includes('/search/users'))).toBe(false);
});
