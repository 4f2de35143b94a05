import { HttpFailure } from '@lading/contract';
import type { TreeFavorite, TreePlan, TreeSelection } from '@lading/contract/rest';
import { type FakeCall, type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { TreePage } from '../page/TreePage.tsx';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';

const files = [
  'generic-local/a/b.txt',
  'generic-local/a/c.txt',
  'generic-local/a/d.txt',
  'generic-local/e.txt',
];
const plan = (more: Partial<TreePlan> = {}): TreePlan => ({
  nodes: [
    { repoKey: 'generic-local', path: 'a/b.txt', files: 1, bytes: 1024 },
    { repoKey: 'generic-local', path: 'a/c.txt', files: 1, bytes: 1024 },
  ],
  ...{ files: 2, bytes: 2048, versions: 2, packages: 1 },
  ...more,
});

function open(path: string, prepare: (shell: FakeShell) => void = () => {}, kept: TreeFavorite[] = []) {
  return openAt(path, '/repos/tree/*', TreePage, (shell) => {
    answerTree(shell, files);
    shell.http.on(`GET ${BROWSER}/favorites`, () => ({ favorites: [...kept] }));
    shell.http.on(`POST ${BROWSER}/plan`, plan());
    prepare(shell);
  });
}
const bodies = (shell: FakeShell, path: string) =>
  shell.http.calls.filter((call) => call.path === BROWSER + path).map(({ options }) => options.body);
const line = (name: string) => screen.findByRole('treeitem', { name });
const tick = async (name: string) => {
  const box = (await line(name)).querySelector('input[type=checkbox]');
  if (!box) throw new Error(`${name} cannot be ticked`);
  return box;
};
const ticked = () =>
  screen
    .getAllByRole('treeitem')
    .filter((each) => each.getAttribute('aria-checked') === 'true')
    .map((each) => each.getAttribute('aria-label'));

describe('lines of the tree', () => {
  it('are selected one by one, as a range with Shift, and together with their folder [route-07]', async () => {
    const user = userEvent.setup();
    open('/repos/tree/General/generic-local/a/b.txt');
    await user.click(await tick('b.txt'));
    await user.keyboard('{Shift>}');
    await user.click(await tick('d.txt'));
    await user.keyboard('{/Shift}');
    expect(ticked()).toEqual(['b.txt', 'c.txt', 'd.txt']);
    await user.click(await tick('c.txt'));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(await tick('a'));
    expect(ticked()).toEqual(['a', 'b.txt', 'c.txt', 'd.txt']);
    expect(screen.getByText('1 selected')).toBeTruthy();
    // Repositories cannot be selected.
    expect((await line('generic-local, Local, generic')).hasAttribute('aria-checked')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(ticked()).toEqual([]);
  });

  it('are selected with the keyboard', async () => {
    const user = userEvent.setup();
    open('/repos/tree/General/generic-local/a/b.txt');
    await line('b.txt');
    (await screen.findByRole('tree')).focus();
    await user.keyboard(' ');
    await waitFor(() => expect(ticked()).toEqual(['b.txt']));
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(ticked()).toEqual(['b.txt', 'c.txt', 'd.txt']);
    await user.keyboard('{Escape}');
    expect(ticked()).toEqual([]);
  });

  it.each([
    [{ canDelete: false }, ['Download…', 'Copy…', 'Clear selection']],
    [{ canDelete: true }, ['Download…', 'Copy…', 'Move…', 'Delete…', 'Clear selection']],
  ])('offer what the user can do: %j', async (rights, offered) => {
    const user = userEvent.setup();
    open('/repos/tree/General/generic-local/a/b.txt', (shell) => {
      shell.user.current = fakeUser({ admin: false, ...rights });
    });
    await user.click(await tick('b.txt'));
    const bar = within(screen.getByRole('region', { name: 'Selection' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(offered);
  });

  it('are deleted sequentially after a preview of the deletion', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a/b.txt', ({ http }) =>
      http.on(`POST ${BROWSER}/remove`, { files: 1, bytes: 1024 }),
    );
    await user.click(await tick('b.txt'));
    await user.click(await tick('c.txt'));
    const bar = within(screen.getByRole('region', { name: 'Selection' }));
    await user.click(bar.getByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { hidden: true });
    await within(dialog).findByText(
      /2 files will be deleted, 2 KiB in total\. They belong to 2 versions of 1 package\./,
    );
    expect(bodies(shell, '/plan')).toEqual([
      {
        what: 'remove',
        nodes: [
          { repoKey: 'generic-local', path: 'a/b.txt' },
          { repoKey: 'generic-local', path: 'a/c.txt' },
        ],
      } satisfies TreeSelection,
    ]);
    expect(bodies(shell, '/remove')).toEqual([]);
    await user.click(within(dialog).getByText('Delete 2 files'));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    expect(bodies(shell, '/remove')).toEqual([
      { repoKey: 'generic-local', path: 'a/b.txt', expect: 1 },
      { repoKey: 'generic-local', path: 'a/c.txt', expect: 1 },
    ]);
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['2 files deleted']);
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local/a'));
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});

describe('an action on several nodes', () => {
  const choose = async (what: string, prepare: (shell: FakeShell) => void) => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/General/generic-local/a/b.txt', (prepared) => {
      prepared.http.on('GET /ui/api/v1/ui/repodata', {
        repoTypesList: [
          { repoKey: 'generic-local', type: 'LOCAL' },
          { repoKey: 'prod', type: 'LOCAL' },
        ],
      });
      prepare(prepared);
    });
    await user.click(await tick('b.txt'));
    await user.click(await tick('c.txt'));
    const bar = within(screen.getByRole('region', { name: 'Selection' }));
    await user.click(bar.getByRole('button', { name: what }));
    return { user, shell, dialog: within(await screen.findByRole('dialog', { hidden: true })) };
  };

  it('asks for the target, shows skipped nodes with reasons, and continues after a failure', async () => {
    const [b, c] = ['b', 'c'].map((name) => ({
      ...{ repoKey: 'generic-local', path: `a/${name}.txt`, files: 1, bytes: 1024 },
      targetPath: `kept/${name}.txt`,
    }));
    const refused = { repoKey: 'generic-local', path: 'e.txt', files: 0, bytes: 0, refused: 'You may not' };
    let fails = true;
    const { user, shell, dialog } = await choose('Move…', ({ http }) => {
      http.on(`POST ${BROWSER}/plan`, plan({ nodes: [b, c, refused] as TreePlan['nodes'], replaces: 1 }));
      http.on(`POST ${BROWSER}/move`, ({ options }: FakeCall) => {
        if (fails && JSON.stringify(options.body).includes('c.txt')) throw new HttpFailure(503, 'It rests');
        return { files: 1, bytes: 1024 };
      });
    });
    const field = await dialog.findByLabelText(/^To folder/);
    await user.clear(field);
    await user.type(field, 'kept/');
    await user.selectOptions(dialog.getByLabelText('To repository'), 'prod');
    await user.click(dialog.getByText('Continue'));
    await dialog.findByText(/2 files \(2 KiB\) are moved to prod\/kept\./);
    expect(dialog.getByText('1 item will be skipped')).toBeTruthy();
    expect(dialog.getByText('You may not')).toBeTruthy();
    expect(dialog.getByText(/1 file there has different content/)).toBeTruthy();
    await user.click(dialog.getByText('Move 2 files'));
    await dialog.findByText('Stopped: It rests');
    fails = false;
    await user.click(dialog.getByText('Continue'));
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
    const to = (name: string) => ({
      ...{ repoKey: 'generic-local', path: `a/${name}.txt` },
      ...{ targetRepoKey: 'prod', targetPath: `kept/${name}.txt` },
    });
    expect(bodies(shell, '/move')).toEqual([to('b'), to('c'), to('c')]);
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['2 files moved']);
  });

  it('refreshes the tree without the processed nodes, also after a refreshed plan and closing', async () => {
    const { user, shell, dialog } = await choose('Delete…', ({ http }) =>
      http.on(`POST ${BROWSER}/remove`, ({ options }: FakeCall) => {
        if (JSON.stringify(options.body).includes('c.txt'))
          throw new HttpFailure(409, 'Other files are there now', 'CHANGED');
        answerTree(shell, files.slice(1));
        return { files: 1, bytes: 1024 };
      }),
    );
    await user.click(await dialog.findByText('Delete 2 files'));
    await user.click(await dialog.findByText('Refresh preview'));
    await dialog.findByText('Delete 2 files');
    await user.click(dialog.getByText('Cancel'));
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: 'b.txt' })).toBeNull());
    expect(await line('c.txt')).toBeTruthy();
  });

  it('downloads them as an archive from a URL created for the selection', async () => {
    const followed: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.getAttribute('href') ?? '');
    });
    const { user, shell, dialog } = await choose('Download…', ({ http }) =>
      http.on(`POST ${BROWSER}/archive`, { uri: '/an/archive' }),
    );
    await dialog.findByText('2 files, 2 KiB in total, as a ZIP archive.');
    await user.click(dialog.getByText('Download 2 files'));
    await waitFor(() => expect(followed).toEqual(['/an/archive']));
    expect(bodies(shell, '/archive')).toEqual([
      {
        nodes: [
          { repoKey: 'generic-local', path: 'a/b.txt' },
          { repoKey: 'generic-local', path: 'a/c.txt' },
        ],
      },
    ]);
    vi.restoreAllMocks();
  });

  it('asks for the number of files when there are many', async () => {
    const { user, dialog } = await choose('Delete…', ({ http }) =>
      http.on(`POST ${BROWSER}/plan`, plan({ files: 320 })),
    );
    const verb = (await dialog.findByText('Delete 320 files')).closest('button');
    expect(verb?.disabled).toBe(true);
    await user.type(dialog.getByLabelText('Type 320 to confirm'), '320');
    expect(verb?.disabled).toBe(false);
  });
});

describe('favorites', () => {
  it('are toggled at the node and listed above the tree [route-07]', async () => {
    const user = userEvent.setup();
    const kept: TreeFavorite[] = [{ repoKey: 'generic-local', path: 'old.txt' }];
    const shell = open(
      '/repos/tree/General/generic-local/a/b.txt',
      ({ http }) => {
        http.on(`PUT ${BROWSER}/favorites`, ({ options }: FakeCall) => {
          kept.push({ ...(options.body as TreeFavorite), type: 'file' });
        });
        http.on(`DELETE ${BROWSER}/favorites`, ({ options }: FakeCall) => {
          const { path } = options.query as { path: string };
          kept.splice(
            kept.findIndex((each) => each.path === path),
            1,
          );
        });
      },
      kept,
    );
    await user.click(await screen.findByRole('button', { name: 'Add to favorites' }));
    const star = await screen.findByRole('button', { name: 'Remove from favorites' });
    expect(document.activeElement).toBe(star);
    const link = await screen.findByRole('link', { name: /^a\/b.txt\s*generic-local$/ });
    expect(link.getAttribute('href')).toBe('/ui/repos/tree/General/generic-local/a/b.txt');
    expect(screen.getByText(/old.txt · no longer exists/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove generic-local/old.txt from favorites' }));
    await waitFor(() => expect(screen.queryByText(/old.txt/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Remove from favorites', pressed: true }));
    await waitFor(() => expect(screen.queryByText('Favorites')).toBeNull());
    expect(shell.notifications.shown).toEqual([]);
  });
});
