import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../commands/run.ts';
import { createPlugin } from '../create/createPlugin.ts';
import { hashOf, RECORD } from '../create/scaffoldRecord.ts';
import { updatePlugin } from './updatePlugin.ts';

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'lading-update-'));
  folder = join(parent, 'tide');
  await createPlugin({ name: 'tide', folder });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true, force: true });
});

const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const json = (path: string) => JSON.parse(read(path));
const change = (path: string, edit: (text: string) => string) => write(path, edit(read(path)));

/** Turns the plugin into one of an earlier kit: `edits` are its files that were different then. */
function derive(edits: Readonly<Record<string, (text: string) => string>>, more: object = {}): void {
  const record = json(RECORD);
  for (const [path, edit] of Object.entries(edits)) {
    change(path, edit);
    record.files[path] = hashOf(read(path));
  }
  write(RECORD, JSON.stringify({ ...record, version: '0.0.9', files: { ...record.files, ...more } }));
}

const older = (text: string) => `// of the earlier kit\n${text}`;
const kinds = async (options = {}) =>
  Object.fromEntries((await updatePlugin(folder, options)).files.map(({ path, kind }) => [path, kind]));

describe('a plugin of an earlier kit', () => {
  it('gets new files, except those that its author changed', async () => {
    const [store, screen, config] = [
      'src/list/RepositoryListStore.ts',
      'src/list/RepositoryListPage.tsx',
      'vitest.config.ts',
    ];
    const newest = read(config);
    derive({ [config]: older, [store]: older });
    change(store, (text) => text.replace('// of the earlier kit', '// mine'));
    change(screen, (text) => `${text}// also mine\n`);
    rmSync(join(folder, 'README.md'));
    write('src/own.ts', 'export const own = 1;\n');
    const { from, files } = await updatePlugin(folder);
    expect(from).toBe('0.0.9');
    expect(Object.fromEntries(files.map(({ path, kind }) => [path, kind]))).toEqual({
      [config]: 'replaced',
      [store]: 'conflict',
      [screen]: 'kept',
      'README.md': 'kept',
    });
    expect(read(config)).toBe(newest);
    expect(read(store)).toMatch(/^\/\/ mine/);
    expect(read(screen)).toContain('// also mine');
    expect(existsSync(join(folder, 'README.md'))).toBe(false);
    expect(read('src/own.ts')).toBe('export const own = 1;\n');
    const conflict = files.find(({ kind }) => kind === 'conflict');
    expect(conflict).toMatchObject({ diff: expect.stringMatching(/^@@[\s\S]*\n-\/\/ mine/) });
    // The author has seen the difference: it is not reported again.
    expect(await kinds()).toEqual({ [store]: 'kept', [screen]: 'kept', 'README.md': 'kept' });
  });

  it('gets files that are new in the scaffold, and loses those that are no longer in it', async () => {
    write('old.config.js', 'old\n');
    write('mine.config.js', 'mine\n');
    derive({}, { 'old.config.js': hashOf('old\n'), 'mine.config.js': hashOf('theirs\n') });
    const record = json(RECORD);
    delete record.files['tsconfig.json'];
    write(RECORD, JSON.stringify(record));
    rmSync(join(folder, 'tsconfig.json'));
    expect(await kinds()).toEqual({
      'tsconfig.json': 'added',
      'old.config.js': 'deleted',
      'mine.config.js': 'kept',
    });
    expect([existsSync(join(folder, 'tsconfig.json')), existsSync(join(folder, 'old.config.js'))]).toEqual([
      true,
      false,
    ]);
    expect(read('mine.config.js')).toBe('mine\n');
  });

  it('gets package versions and scripts, and keeps all other fields of package.json', async () => {
    const { devDependencies: newest, scripts } = json('package.json');
    const own = json('package.json');
    own.version = '3.1.4';
    own.devDependencies.vitest = '1.0.0';
    own.devDependencies['@lading/kit'] = '^0.0.9';
    own.devDependencies['@lading/ui'] = 'file:../ui.tgz';
    own.devDependencies.lodash = '4.0.0';
    delete own.devDependencies.jsdom;
    delete own.scripts.validate;
    own.scripts.test = 'vitest run --coverage';
    write('package.json', JSON.stringify(own));
    const { files } = await updatePlugin(folder);
    expect(files).toEqual([
      {
        ...{ kind: 'merged', path: 'package.json' },
        changes: expect.arrayContaining([
          'script "validate" added',
          `vitest 1.0.0 → ${newest.vitest}`,
          `@lading/kit ^0.0.9 → ${newest['@lading/kit']}`,
          `jsdom ${newest.jsdom} added`,
        ]),
      },
    ]);
    const updated = json('package.json');
    expect(updated.version).toBe('3.1.4');
    expect(updated.devDependencies).toEqual({ ...newest, '@lading/ui': 'file:../ui.tgz', lodash: '4.0.0' });
    expect(updated.scripts).toEqual({ ...scripts, test: 'vitest run --coverage' });
  });

  it('without a record keeps each different file, and shows the difference', async () => {
    rmSync(join(folder, RECORD));
    change('vitest.config.ts', older);
    const { from, files } = await updatePlugin(folder);
    expect(from).toBeUndefined();
    expect(files).toMatchObject([{ path: 'vitest.config.ts', kind: 'conflict' }]);
    expect(read('vitest.config.ts')).toMatch(/^\/\/ of the earlier kit/);
    expect(existsSync(join(folder, RECORD))).toBe(true);
  });

  it.each(['{"files":', '[]', '{"version":"0.1.0"}'])(
    'is not updated with the damaged record %s',
    async (text) => {
      write(RECORD, text);
      const before = read('vitest.config.ts');
      change('vitest.config.ts', older);
      await expect(updatePlugin(folder)).rejects.toThrow(/\.lading-scaffold\.json is damaged\. Restore it/);
      expect([read(RECORD), read('vitest.config.ts')]).toEqual([text, older(before)]);
    },
  );

  it('does not differ by its line ends', async () => {
    change('vitest.config.ts', (text) => text.replaceAll('\n', '\r\n'));
    expect(await kinds()).toEqual({});
  });
});

describe('lading-kit update', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
  const printed = () => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    return () => lines.join('\n');
  };

  it('needs a clean working tree, and changes nothing in a dry run', async () => {
    derive({ 'vitest.config.ts': older });
    await expect(run(['update', folder])).rejects.toThrow(/is not in a Git repository/);
    git('init', '-q');
    await expect(run(['update', folder])).rejects.toThrow(/has uncommitted changes/);
    const output = printed();
    await run(['update', folder, '--dry-run']);
    expect(output()).toMatch(/Dry run: scaffold of 0\.0\.9 → [\s\S]*replaced {2}vitest\.config\.ts/);
    expect(output()).toContain('Nothing was changed.');
    expect(read('vitest.config.ts')).toMatch(/^\/\/ of the earlier kit/);
    git('add', '-A');
    git('commit', '-qm', 'First');
    await run(['update', folder]);
    expect(read('vitest.config.ts')).not.toContain('of the earlier kit');
    expect(git('status', '--porcelain').toString()).toContain(' M vitest.config.ts');
  });
});
