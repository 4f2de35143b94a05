import { HttpFailure } from '@lading/contract';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import plugin from '../plugin.ts';
import { openAt } from '../testing/openAt.ts';
import { answerTree, BROWSER } from '../testing/sampleTree.ts';
import { TreePage } from './TreePage.tsx';

const hostile = ['<img src=x onerror=alert(1)>', '%2f', 'ćma 🐝.txt', `${'long-'.repeat(50)}.bin`];
const files = [
  'generic-local/a/b/c.txt',
  ...hostile.map((name) => `generic-local/odd/${name}`),
  'npm-local/x/-/x.tgz',
];

function open(path: string, prepare: (shell: FakeShell) => void = () => {}) {
  return openAt(path, '/repos/tree/*', TreePage, (shell) => {
    answerTree(shell, files);
    prepare(shell);
  });
}
const tree = () => screen.findByRole('tree', { name: 'Repositories' });
const lines = () =>
  screen.getAllByRole('treeitem').map((line) => line.getAttribute('aria-label')?.split(',')[0]);
const activeLine = async () => {
  const id = (await tree()).getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.getAttribute('aria-label');
};

describe('the tree page', () => {
  it('opens at the node of the URL, expanded, with its details [route-07]', async () => {
    const shell = open('/repos/tree/General/generic-local/a/b/c.txt');
    expect(await screen.findByRole('heading', { name: 'c.txt' })).toBeTruthy();
    expect(shell.title).toBe('c.txt');
    await waitFor(() => expect(lines()).toEqual(['generic-local', 'a', 'b', 'c.txt', 'odd', 'npm-local']));
    expect(screen.getByRole('treeitem', { name: 'c.txt', selected: true }).getAttribute('aria-level')).toBe(
      '4',
    );
    const panel = await screen.findByRole('tabpanel', { name: 'General' });
    for (const text of ['2 KiB', 'text/plain', 'ada', 'bea', '1,234', 'a 1.0.0', 'MIT'])
      expect(panel.textContent).toContain(text);
    expect(within(panel).getByRole('link', { name: 'a 1.0.0' }).getAttribute('href')).toBe(
      '/ui/packages/generic%3A%2F%2Fa/1.0.0',
    );
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      '/ui/api/v1/ui/download?repoKey=generic-local&path=a%2Fb%2Fc.txt',
    );
  });

  it('is navigated with the keyboard, and updates the URL', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree');
    (await tree()).focus();
    expect(await activeLine()).toBe('generic-local, Local, generic');
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('treeitem', { name: 'odd' });
    await user.keyboard('{ArrowDown}{ArrowRight}');
    await screen.findByRole('treeitem', { name: 'b' });
    await user.keyboard('{ArrowRight}{Enter}');
    await waitFor(() =>
      expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local/a/b'),
    );
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await waitFor(async () => expect(await activeLine()).toBe('a'));
    await user.keyboard('{End}');
    expect(await activeLine()).toBe('npm-local, Local, npm');
    await user.keyboard('od');
    await waitFor(async () => expect(await activeLine()).toBe('odd'));
    expect(document.activeElement).toBe(await tree());
  });

  it('shows names unescaped, and links to the packages of files', async () => {
    open('/repos/tree/General/generic-local/odd');
    for (const name of hostile) {
      const line = await screen.findByRole('treeitem', { name });
      const address = within(line).getByRole('link').getAttribute('href') ?? '';
      expect(decodeURIComponent(address.split('/').at(-1) ?? '')).toBe(name);
      expect(address).toMatch(/^\/ui\/repos\/tree\/General\/generic-local\/odd\/[^/]+$/);
    }
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows that a node does not exist, and links to the nearest location', async () => {
    open('/repos/tree/General/generic-local/a/gone');
    expect(await screen.findByText('a/gone not found in generic-local')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to generic-local' }).getAttribute('href')).toBe(
      '/ui/repos/tree/General/generic-local',
    );
  });

  it('shows missing permissions and other failures, with a retry button', async () => {
    const user = userEvent.setup();
    let answer: HttpFailure | undefined = new HttpFailure(500, 'The database sleeps');
    const shell = open('/repos/tree', ({ http }) =>
      http.on(`POST ${BROWSER}`, () => {
        if (answer) throw answer;
        return { data: [] };
      }),
    );
    expect(await screen.findByText('The database sleeps')).toBeTruthy();
    answer = undefined;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No repositories that you have permission to read')).toBeTruthy();

    shell.http.on(`GET ${BROWSER}/node`, () => {
      throw new HttpFailure(403, 'User ada has no read permission on repository secret');
    });
    await shell.navigation.go('/repos/tree/General/secret');
    expect(await screen.findByText('User ada has no read permission on repository secret')).toBeTruthy();
  });

  it('explains how to add content to an empty repository', async () => {
    open('/repos/tree/General/generic-local', ({ http }) =>
      http.on(`GET ${BROWSER}/node`, {
        type: 'repository',
        repoKey: 'generic-local',
        path: '',
        repoType: 'local',
        repoPkgType: 'generic',
        uri: '/artifactory/generic-local',
        empty: true,
        actions: { deploy: true, annotate: '', delete: '' },
      }),
    );
    expect(await screen.findByText('generic-local is empty')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Command that uploads a file' }).textContent).toMatch(
      /^curl -u /,
    );
  });

  it('edits properties, and shows validation errors at the field', async () => {
    const user = userEvent.setup();
    const shell = open('/repos/tree/Properties/generic-local/a/b/c.txt', ({ http }) =>
      http.on('PATCH /artifactory/api/metadata/generic-local/a/b/c.txt', undefined),
    );
    await user.click(await screen.findByRole('button', { name: 'Add property' }));
    await user.type(screen.getByRole('textbox', { name: /Key/ }), '1st');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Start with a letter or _, then up to 254 letters, digits, _ . : -',
      'Enter at least one value',
    ]);
    await user.clear(screen.getByRole('textbox', { name: /Key/ }));
    await user.type(screen.getByRole('textbox', { name: /Key/ }), 'stage');
    await user.type(screen.getByRole('textbox', { name: /Values/ }), 'test{Enter}live');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    const patched = shell.http.calls.filter(({ method }) => method === 'PATCH');
    expect(patched.map(({ options }) => options.body)).toEqual([{ props: { stage: ['test', 'live'] } }]);

    await user.click(screen.getByRole('button', { name: 'Remove qa.status' }));
    await waitFor(() => expect(shell.http.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
    expect(shell.http.calls.findLast(({ method }) => method === 'PATCH')?.options.body).toEqual({
      props: { 'qa.status': null },
    });
  });

  it('previews a file, as text that no browser runs', async () => {
    open('/repos/tree/General/generic-local/a/b/c.txt', ({ http }) =>
      http.on('GET /ui/api/v1/ui/contents/preview', { state: 'text', text: '<img src=x onerror=alert(1)>' }),
    );
    await userEvent.setup().click(await screen.findByRole('tab', { name: 'Preview' }));
    const panel = await screen.findByRole('tabpanel', { name: 'Preview' });
    expect(await within(panel).findByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  it('shows properties read-only to users without the permission', async () => {
    open('/repos/tree/Properties/generic-local/a/b/c.txt', (shell) =>
      answerTree(shell, files, { actions: { deploy: 'no', annotate: 'You may not', delete: 'no' } }),
    );
    expect(await screen.findByText('You may not')).toBeTruthy();
    expect(screen.getByText('qa.status')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add property' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('is listed in the menu, and its tabs are part of the URL', () => {
    expect(plugin.menuItems?.map(({ path }) => path)).toEqual([
      '/repos/tree',
      '/trash',
      '/admin/artifactory/trash',
    ]);
    expect(plugin.routes?.map(({ path }) => path)).toEqual([
      ...['/repos/tree/*', '/lightweight', '/admin/artifactory/trash'],
      ...['/admin/artifactory/trash/settings', '/trash'],
    ]);
  });
});

describe('deleting', () => {
  const remove = `POST ${BROWSER}/remove`;

  it('previews the deletion, and requires the name when there are many files', async () => {
    const user = userEvent.setup();
    const calls: unknown[] = [];
    const answers = [
      { files: 1200, bytes: 2048, versions: 3, packages: 1 },
      { files: 500, bytes: 1, continueState: 'x' },
      { files: 700, bytes: 1 },
    ];
    const shell = open('/repos/tree/General/generic-local/a', ({ http }) =>
      http.on(remove, ({ options }: FakeCall) => {
        calls.push(options.body);
        return answers.shift();
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete a?' });
    await within(dialog).findByText(
      '1,200 files will be deleted, 2 KiB in total. They belong to 3 versions of 1 package. This cannot be undone.',
    );
    const button = within(dialog).getByRole('button', { name: 'Delete 1,200 files' });
    expect(button.hasAttribute('disabled')).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Type a to confirm' }), 'a');
    await user.click(button);
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/repos/tree/General/generic-local'));
    const place = { repoKey: 'generic-local', path: 'a' };
    expect(calls).toEqual([
      { ...place, dry: true },
      { ...place, expect: 1200 },
      { ...place, continueState: 'x' },
    ]);
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['1,200 files deleted']);
  });

  it('shows why it is not allowed', async () => {
    const user = userEvent.setup();
    open('/repos/tree/General/generic-local/a', ({ http }) =>
      http.on(remove, () => {
        throw new HttpFailure(409, 'a is a part of b 1.0.0, which has files elsewhere');
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    expect(
      await screen.findByText(
        'Failed to load the preview: a is a part of b 1.0.0, which has files elsewhere',
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Delete \d/ })).toBeNull();
  });
});

describe('moving', () => {
  it('previews the move before running it', async () => {
    const user = userEvent.setup();
    const bodies: unknown[] = [];
    const shell = open('/repos/tree/General/generic-local/a', ({ http }) => {
      const repository = (repoKey: string) => ({ repoKey, repoType: 'generic', type: 'LOCAL' });
      http.on('GET /ui/api/v1/ui/repodata', {
        repoTypesList: [repository('generic-local'), repository('prod')],
      });
      http.on(`POST ${BROWSER}/move`, ({ options }: FakeCall) => {
        bodies.push(options.body);
        return { files: 2, bytes: 10, replaces: 1 };
      });
    });
    await user.click(await screen.findByRole('button', { name: 'Move…' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(screen.getByRole('alert').textContent).toBe('Select another repository or path');
    await user.selectOptions(screen.getByRole('combobox', { name: 'To repository' }), 'prod');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('2 files (10 B) will be moved to prod/a.')).toBeTruthy();
    expect(screen.getByText('1 file there has different content and will be replaced.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe('/repos/tree/General/prod/a'));
    const way = { repoKey: 'generic-local', path: 'a', targetRepoKey: 'prod', targetPath: 'a' };
    expect(bodies).toEqual([{ ...way, dry: true }, way]);
  });
});

describe('uploading', () => {
  it('accepts selected and dropped files, and keeps the structure of folders', async () => {
    const asked: unknown[] = [];
    open('/repos/tree/General/generic-local/a/b/c.txt', ({ http }) =>
      http.on(`POST ${BROWSER}/uploads`, ({ options }: FakeCall) => {
        const body = options.body as { paths: string[] };
        asked.push(body);
        return { existing: body.paths };
      }),
    );
    await screen.findByRole('tabpanel');
    const file = new File(['x'], 'new.txt');
    const pane = document.querySelector('.repositories-node') as Element;
    fireEvent.drop(pane, { dataTransfer: { types: ['Files'], items: [], files: [file] } });
    const panel = await screen.findByRole('region', { name: 'Uploads' });
    expect(await within(panel).findByText('A file with this name already exists')).toBeTruthy();
    expect(asked).toEqual([{ repoKey: 'generic-local', paths: ['a/b/new.txt'] }]);
    expect(within(panel).getByRole('button', { name: 'Replace new.txt' })).toBeTruthy();
  });
});
