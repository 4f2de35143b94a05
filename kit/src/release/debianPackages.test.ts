import { describe, expect, it, vi } from 'vitest';

interface Wish {
  name: string;
  finds: string;
  tests: string;
}
interface Options {
  run: (line: string, input?: string) => boolean;
  isAllowed: boolean;
  find: (wanted: Wish[]) => Wish[];
  hold: () => () => void;
}

const { allPackages, install } = (await import(
  new URL('../../../scripts/testing/packages.mjs', import.meta.url).href
)) as { allPackages: Wish[]; install(wanted: Wish[], options: Options): boolean };

describe('Debian packages for tests', () => {
  const wishes = ['good', 'unknown', 'broken'].map((name) => ({ name, finds: name, tests: name }));

  /** A system that lacks one package, and on which another one breaks each installation. */
  function system() {
    const installed = new Set<string>();
    const lines: string[] = [];
    const release = vi.fn();
    const run = (line: string) => {
      lines.push(line);
      if (line.includes('--simulate')) return !line.includes('unknown');
      if (!line.startsWith('apt-get install')) return true;
      if (line.includes('broken') || line.includes('unknown')) return false;
      for (const name of line.split(' ').slice(4)) installed.add(name);
      return true;
    };
    const find = (wanted: Wish[]) => wanted.filter(({ name }) => !installed.has(name));
    return { installed, lines, release, options: { run, isAllowed: true, find, hold: () => release } };
  }

  it('are installed although others are unknown or broken', () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const { installed, lines, release, options } = system();
    expect(install(wishes, options)).toBe(false);
    expect([...installed]).toEqual(['good']);
    expect(lines.filter((line) => /^apt-get install --yes/.test(line))).toEqual([
      'apt-get install --yes --no-install-recommends good broken',
      'apt-get install --yes --no-install-recommends good',
      'apt-get install --yes --no-install-recommends broken',
    ]);
    expect(release).toHaveBeenCalledOnce();
  });

  it('are not touched without root, or if all are installed', () => {
    const { lines, options } = system();
    expect(install(wishes, { ...options, isAllowed: false })).toBe(false);
    expect(install([], options)).toBe(true);
    expect(lines).toEqual([]);
  });

  it('each name the program they provide, and their tests', () => {
    expect(allPackages.filter(({ finds, tests }) => finds === '' || tests === '')).toEqual([]);
    const names = allPackages.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['radosgw', 'mmdebstrap', 'postgresql']));
  });
});
