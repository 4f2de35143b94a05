import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';

/** Packages that the Debian package of Lading needs, or its tests. */
const packages = ['adduser', 'init-system-helpers', 'libstdc++6', 'util-linux'];

/**
 * Returns an archive of a small Debian, which all tests of the run share. `release` is what
 * `builtRelease` returned.
 */
export function debianBase(release: string): string {
  const directory = dirname(release);
  const file = join(directory, 'base.tar');
  const script = `[ -e "$1" ] || { mmdebstrap --variant=minbase "$2" bookworm "$1.new.tar" && mv "$1.new.tar" "$1"; }`;
  const words = [directory, 'sh', '-euc', script, 'sh', file, `--include=${packages.join(',')}`];
  execFileSync('flock', words, { stdio: 'pipe' });
  return file;
}
