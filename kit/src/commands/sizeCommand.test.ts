import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from './run.ts';

let folder: string;
let printed: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-size-'));
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the manifest of a built plugin whose files have these sizes. */
function built(version: string, entry: number, page: number): void {
  const integrity = `sha256-${'A'.repeat(43)}=`;
  const manifest = {
    ...{ name: 'tide', version, contract: '1.x', entry: 'plugin.js' },
    files: [
      { path: 'plugin.js', integrity, size: entry },
      { path: 'chunks/page.js', integrity, size: page },
    ],
    preload: { 'tide.main': ['plugin.js', 'chunks/page.js', '@lading/ui'] },
    contributions: {
      routes: [{ path: '/tide', name: 'tide.main', title: { id: 'tide', text: 'Tide' } }],
    },
  };
  mkdirSync(join(folder, 'build/package'), { recursive: true });
  writeFileSync(join(folder, 'build/package/lading-plugin.json'), JSON.stringify(manifest));
}

const sizes = (...options: string[]) => run(['size', folder, ...options]);

describe('lading-kit size', () => {
  it('prints the sizes, and passes if there is nothing to compare with', async () => {
    built('1.0.0', 2048, 1024);
    await sizes();
    expect(printed).toEqual([
      '1.0.0:',
      '  all files: 3.0 KiB',
      '  page tide.main: 3.0 KiB',
      expect.stringContaining('No earlier sizes to compare with.'),
    ]);
  });

  it('fails if the plugin grew more than accepted since the saved sizes', async () => {
    built('1.0.0', 20_480, 1024);
    await sizes('--save');
    const saved = JSON.parse(readFileSync(join(folder, 'lading-size.json'), 'utf8'));
    expect(saved).toEqual({ version: '1.0.0', bytes: 21_504, pages: { 'tide.main': 21_504 } });
    built('1.1.0', 20_480, 2100);
    await sizes();
    built('1.1.0', 20_480, 5120);
    printed = [];
    await expect(sizes()).rejects.toThrow(/grew by more than 10 %: all files, page tide\.main\. If that/);
    expect(printed).toEqual([
      '1.1.0, compared with 1.0.0 in lading-size.json:',
      '  all files: 21.0 KiB → 25.0 KiB, +19 %',
      '  page tide.main: 21.0 KiB → 25.0 KiB, +19 %',
    ]);
    await sizes('--max-growth', '20');
    await sizes('--save');
    await sizes();
  });

  it('compares with the tarball of a published version', async () => {
    built('1.0.0', 2048, 1024);
    const file = join(folder, 'lading-plugin-tide-1.0.0.tgz');
    await create({ file, cwd: join(folder, 'build/package'), gzip: true, prefix: 'package' }, [
      'lading-plugin.json',
    ]);
    built('1.1.0', 4096, 1024);
    await expect(sizes('--against', file)).rejects.toThrow('grew by more than 10 %: all files');
    built('1.1.0', 1024, 1024);
    await sizes('--against', file);
    expect(printed.at(-1)).toBe('  page tide.main: 3.0 KiB → 2.0 KiB, -33 %');
  });

  it('says what is wrong with a report, an option, and a missing build', async () => {
    await expect(sizes()).rejects.toThrow('Run lading-kit build first');
    built('1.0.0', 1, 1);
    await expect(sizes('--max-growth', 'much')).rejects.toThrow('--max-growth is much');
    await expect(sizes('--against', join(folder, 'none.tgz'))).rejects.toThrow('does not exist');
    writeFileSync(join(folder, 'lading-size.json'), '{"version":1}');
    await expect(sizes()).rejects.toThrow('was not written by lading-kit size --save');
    writeFileSync(join(folder, 'other.tgz'), 'no archive');
    await expect(sizes('--against', join(folder, 'other.tgz'))).rejects.toThrow(
      'is not the tarball of a plugin',
    );
  });
});
