import type { PluginProps } from '@lading/contract';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountFrame } from '../../frame.tsx';
import { ADA, endConsole, testConsole, testServer, tinyPlugin } from '../../testing/testConsole.ts';

const title = (text: string) => ({ id: text, text });
const plugin = (name: string, category: object, more: object = {}) => ({
  definition: tinyPlugin(name, {
    extensions: {
      searchCategories: [
        { id: name, label: title(name[0]?.toUpperCase() + name.slice(1)), path: `/${name}`, ...category },
      ],
    },
    ...more,
  }),
});
const packages = plugin(
  'packages',
  { order: 10, leastForUsers: 3, supportsProjects: true },
  {
    routes: [
      { path: '/packages', name: 'packages', title: title('Packages') },
      { path: '/packages/:id', name: 'package', title: title('Package') },
    ],
  },
);
const artifacts = plugin('artifacts', { order: 20 });
const gated = plugin('xray', { order: 30, requires: { services: ['distribution'], license: ['EDGE'] } });
const pageless = {
  definition: tinyPlugin('builds', {
    extensions: { searchCategories: [{ id: 'builds', label: title('Builds'), path: '/nowhere', order: 40 }] },
  }),
};

const suggestions = {
  packages: [
    { id: 'npm://left-pad', name: 'left-pad', packageType: 'npm', latestVersion: '1.3.0' },
    { id: 'npm://left-right', name: 'left-right', packageType: 'npm', latestVersion: '2.0.0' },
  ],
  repositories: [{ key: 'left-local', type: 'local', packageType: 'npm' }],
  artifacts: [],
};

async function start(path = '/packages', user = ADA) {
  const server = testServer(path, user);
  server.answers.set('GET /ui/api/v1/search/suggestions', () => Response.json(suggestions));
  await testConsole([packages, artifacts, gated, pageless], [], { mountFrame });
  return { server, box: await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search packages' }) };
}

const where = () => location.pathname + location.search;
const recent = () => JSON.parse(localStorage.getItem('lading.shell.recentSearches') ?? '{}');

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);

describe('the categories', () => {
  it('are those that the user can search and whose page exists [srch-10]', async () => {
    await start();
    const chooser = screen.getByRole('combobox', { name: 'Search in' });
    expect(
      within(chooser)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Packages', 'Artifacts']);
  });

  it('open their own page with only the name [srch-09]', async () => {
    const { box } = await start('/packages?name=old&package_type=npm');
    await waitFor(() => expect(box.value).toBe('old'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'Artifacts');
    await userEvent.type(screen.getByRole('combobox', { name: 'Search artifacts' }), '{Enter}');
    await waitFor(() => expect(where()).toBe('/ui/artifacts?name=old'));
  });

  it('that cannot be searched within a project show it [srch-10]', async () => {
    localStorage.setItem('lading.shell.project.ada', 'fleet');
    const server = testServer('/packages?projectKey=fleet');
    server.answers.set('GET /access/api/v1/projects', () => Response.json([]));
    await testConsole([packages, artifacts], [], { mountFrame });
    await screen.findByRole('combobox', { name: 'Search packages' });
    const option = await screen.findByRole<HTMLOptionElement>('option', {
      name: 'Artifacts (not within a project)',
    });
    expect(option.disabled).toBe(true);
  });
});

describe('a search', () => {
  it('requires three characters besides wildcards from other users [srch-06]', async () => {
    const { box } = await start();
    await userEvent.type(box, 'a*?b{Enter}');
    expect(where()).toBe('/ui/packages');
    expect(screen.getByText('Type at least 3 characters other than * and ?.')).toBeTruthy();
    await userEvent.type(box, 'c{Enter}');
    await waitFor(() => expect(where()).toBe('/ui/packages?name=a*%3Fbc'));
  });

  it('requires only one character from an administrator [srch-06]', async () => {
    const { box } = await start('/packages', { ...ADA, admin: true });
    await userEvent.type(box, 'a{Enter}');
    await waitFor(() => expect(where()).toBe('/ui/packages?name=a'));
  });

  it('that is blank is not run, and shows what is missing [srch-07]', async () => {
    const { box } = await start();
    await userEvent.type(box, '   {Enter}');
    expect(where()).toBe('/ui/packages');
    expect(screen.getByText('Type a search term.')).toBeTruthy();
    expect(recent()).toEqual({});
  });
});

describe('recent searches', () => {
  it('are stored per user, up to ten, without blank ones [srch-05]', async () => {
    const { box } = await start('/packages', { ...ADA, admin: true });
    for (let n = 1; n <= 12; n++) {
      await userEvent.clear(box);
      await userEvent.type(box, `p${n}{Enter}`);
    }
    const { ada } = recent();
    expect(ada).toHaveLength(10);
    expect(ada[0]).toEqual({
      id: 'packages?name=p12',
      type: 'packages',
      queryString: 'name=p12',
      searchModel: { name: 'p12' },
      context: null,
    });
  });

  it('include searches of a page, with all search terms [srch-05]', async () => {
    const made = {
      type: 'artifacts',
      queryString: 'searchType=checksum&checksum=d41d8',
      searchModel: { searchType: 'checksum', checksum: 'd41d8' },
    };
    const mount = async ({ shell }: PluginProps) => shell.searches.add(made);
    testServer('/artifacts');
    await testConsole([packages, { ...artifacts, lifecycles: { mount } }], [], { mountFrame });
    const box = await screen.findByRole('combobox', { name: 'Search artifacts' });
    await waitFor(() => expect(recent().ada).toMatchObject([{ ...made, context: null }]));
    await userEvent.click(box);
    await userEvent.click(screen.getByRole('option', { name: /^d41d8/ }));
    await waitFor(() => expect(where()).toBe('/ui/artifacts?searchType=checksum&checksum=d41d8'));
  });

  it('are offered for an empty box, and can be cleared [srch-05]', async () => {
    const search = {
      id: 'packages?name=pad',
      type: 'packages',
      queryString: 'name=pad',
      searchModel: { name: 'pad' },
      context: null,
    };
    localStorage.setItem(
      'lading.shell.recentSearches',
      JSON.stringify({ ada: [search], bob: [{ ...search, queryString: 'name=bob' }] }),
    );
    const { box } = await start();
    await userEvent.click(box);
    const list = screen.getByRole('listbox', { name: 'Suggestions' });
    expect(within(list).getAllByRole('option')).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(where()).toBe('/ui/packages?name=pad'));
    await userEvent.clear(box);
    await userEvent.click(await screen.findByRole('button', { name: 'Clear recent searches' }));
    expect(Object.keys(recent())).toEqual(['bob']);
  });
});

describe('suggestions', () => {
  it('appear for three characters from other users [srch-06]', async () => {
    const { box, server } = await start();
    await userEvent.type(box, '*le');
    await userEvent.type(box, 'f');
    const calls = () => server.calls.filter((call) => call.includes('suggestions'));
    await waitFor(() => expect(calls()).toEqual(['GET /ui/api/v1/search/suggestions?query=*lef']));
  });

  it('appear for two characters from an administrator', async () => {
    const { box, server } = await start('/packages', { ...ADA, admin: true });
    await userEvent.type(box, 'le');
    await waitFor(() => expect(server.calls).toContain('GET /ui/api/v1/search/suggestions?query=le'));
  });

  it('are navigated with the arrow keys, and Enter opens the selected one', async () => {
    const { box, server } = await start();
    await userEvent.type(box, 'left');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    await waitFor(() => expect(within(list).getAllByRole('option')).toHaveLength(3));
    expect(box.getAttribute('aria-expanded')).toBe('true');
    expect(box.hasAttribute('aria-activedescendant')).toBe(false);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const chosen = within(list).getByRole('option', { selected: true });
    expect(chosen.textContent).toContain('left-right');
    expect(box.getAttribute('aria-activedescendant')).toBe(chosen.id);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(where()).toBe('/ui/packages/npm%3A%2F%2Fleft-right'));
    expect(server.calls.filter((call) => call.includes('suggestions'))).toEqual([
      'GET /ui/api/v1/search/suggestions?query=left',
    ]);
  });

  it('close with Escape, and the focus stays', async () => {
    const { box } = await start();
    await userEvent.type(box, 'left');
    await waitFor(() => expect(screen.getAllByRole('option', { name: /left/ })).toHaveLength(3));
    await userEvent.keyboard('{Escape}');
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe('left');
  });

  it('that fail show the cause, and the search still works', async () => {
    const { box, server } = await start();
    server.answers.delete('GET /ui/api/v1/search/suggestions');
    await userEvent.type(box, 'left');
    expect(await screen.findByText(/^Failed to load suggestions: /)).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(where()).toBe('/ui/packages?name=left'));
  });
});
