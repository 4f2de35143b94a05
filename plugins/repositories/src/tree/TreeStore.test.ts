import { fakeShell } from '@lading/contract/testing';
import { describe, expect, it } from 'vitest';
import { answerTree } from '../testing/sampleTree.ts';
import { TreeApi } from '../treeApi.ts';
import { TreeStore } from './TreeStore.ts';

const many = Array.from({ length: 3000 }, (_, at) => `generic-local/many/${String(at).padStart(5, '0')}`);
const files = ['generic-local/a/b/c.txt', 'generic-local/top.txt', ...many, 'npm-local/x/-/x.tgz'];

function store() {
  const shell = fakeShell();
  answerTree(shell, files);
  return { tree: new TreeStore(new TreeApi(shell.http), shell.storage), shell };
}
const lines = (tree: TreeStore) =>
  tree.rows.map(
    (row) => `${'  '.repeat(row.level - 1)}${row.kind === 'node' ? row.node.text : `(${row.kind})`}`,
  );

describe('the tree', () => {
  it('expands the ancestors of a node and makes it the active line [route-07]', async () => {
    const { tree } = store();
    await tree.reveal('generic-local', 'a/b/c.txt');
    expect(lines(tree)).toEqual([
      'generic-local',
      '  a',
      '    b',
      '      c.txt',
      '  many',
      '  top.txt',
      'npm-local',
    ]);
    expect(tree.active).toBe('generic-local/a/b/c.txt');
  });

  it('loads the part of a large folder around a node, and grows at both ends', async () => {
    const { tree, shell } = store();
    await tree.reveal('generic-local', 'many/01500');
    expect(tree.active).toBe('generic-local/many/01500');
    expect(shell.http.calls.filter(({ method }) => method === 'POST')).toHaveLength(4);
    const branch = tree.branchOf('generic-local/many/');
    const ends = () => [branch?.rows[0]?.node.text, branch?.rows.at(-1)?.node.text];
    expect(ends()).toEqual(['01400', '01599']);
    await branch?.more('previous');
    await branch?.more('next');
    expect(ends()).toEqual(['01200', '01999']);
    expect(lines(tree)).toContain('    (previous)');
    for (let turn = 0; turn < 9; turn += 1) {
      await branch?.more('next');
      await branch?.more('previous');
    }
    expect(branch?.rows).toHaveLength(3000);
    expect(lines(tree)).not.toContain('    (previous)');
    expect(new Set(branch?.rows.map(({ key }) => key)).size).toBe(3000);
  });

  it('jumps to a typed name that is not loaded', async () => {
    const { tree } = store();
    await tree.reveal('generic-local', 'many');
    const row = tree.rows.find(({ key }) => key === tree.active);
    if (row?.kind === 'node') await tree.expand(row);
    tree.setActive('generic-local/many/00000');
    await tree.seek('029');
    expect(tree.active).toBe('generic-local/many/02900');
  });

  it('shows a failure on a separate line, and retries', async () => {
    const { tree, shell } = store();
    await tree.repositories.need();
    shell.http.on('POST /ui/api/v1/ui/v2/treebrowser', () => {
      throw new Error('the database sleeps');
    });
    const [root] = tree.roots;
    if (root) await tree.expand(root);
    expect(tree.rows[1]).toMatchObject({ kind: 'failed', cause: 'the database sleeps' });
    answerTree(shell, files);
    await tree.branchOf('generic-local')?.retry();
    expect(lines(tree).slice(0, 3)).toEqual(['generic-local', '  a', '  many']);
  });

  it('filters repositories by name, class, and package type', async () => {
    const { tree } = store();
    await tree.repositories.need();
    expect(tree.types).toEqual(['generic', 'npm']);
    tree.setFilter({ name: ' LOCAL', type: 'npm' });
    expect(lines(tree)).toEqual(['npm-local']);
    tree.setFilter({ name: '', type: 'remote' });
    expect(lines(tree)).toEqual([]);
    await tree.reveal('generic-local', '');
    expect(tree.filter).toEqual({ name: '', type: '' });
  });

  it('shows the repositories of the selected project, and the one in the URL', async () => {
    const { tree, shell } = store();
    const other = new TreeStore(new TreeApi(shell.http), shell.storage, () => 'tea');
    await other.repositories.need();
    expect(other.own).toEqual([]);
    await other.reveal('npm-local', '');
    expect(lines(other)).toEqual(['npm-local', '  x']);
    await tree.repositories.need();
    expect(lines(tree)).toEqual(['generic-local', 'npm-local']);
  });

  it('reloads changed folders, and stays expanded elsewhere', async () => {
    const { tree, shell } = store();
    await tree.reveal('generic-local', 'a/b/c.txt');
    answerTree(shell, ['generic-local/a/b/new.txt', 'generic-local/top.txt', 'npm-local/x/-/x.tgz']);
    await tree.refresh('generic-local', 'a/b');
    expect(lines(tree)).toEqual(['generic-local', '  a', '    b', '      new.txt', '  top.txt', 'npm-local']);
  });
});
