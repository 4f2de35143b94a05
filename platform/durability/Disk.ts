import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why no disk can be made here; undefined when one can. */
export function noDisks(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount disks';
  for (const program of ['mkfs.ext4', 'mount', 'umount', 'fsfreeze']) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
      return `the program ${program} is missing`;
  }
  try {
    const disk = new Disk();
    disk.remove();
    return undefined;
  } catch (error) {
    return `no loop device can be mounted: ${(error as Error).message.split('\n')[0]}`;
  }
}

/**
 * A disk in a file, mounted. The file lies on a disk of its own, which is frozen for an image: what
 * was not written by then is not in it, as in a power cut.
 */
export class Disk {
  readonly #folder = mkdtempSync(join(tmpdir(), 'lading-disk-'));
  readonly #outer = join(this.#folder, 'outer');
  /** Where files are put. */
  readonly path = join(this.#folder, 'disk');

  constructor() {
    try {
      makeAndMount(join(this.#folder, 'outer.img'), '4G', this.#outer);
      makeAndMount(this.#image, '2G', this.path);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  get #image(): string {
    return join(this.#outer, 'disk.img');
  }

  /**
   * Takes an image and mounts it elsewhere, which is the first thing a machine does after a power
   * cut.
   */
  snapshot(): { path: string; remove(): void } {
    const copy = mkdtempSync(join(tmpdir(), 'lading-image-'));
    const image = join(copy, 'disk.img');
    const path = join(copy, 'disk');
    run('fsfreeze', '--freeze', this.#outer);
    try {
      run('cp', '--sparse=always', this.#image, image);
    } finally {
      run('fsfreeze', '--unfreeze', this.#outer);
    }
    mkdirSync(path);
    run('mount', '-o', 'loop', image, path);
    const remove = () => {
      unmount(path);
      rmSync(copy, { recursive: true });
    };
    return { path, remove };
  }

  remove(): void {
    unmount(this.path);
    unmount(this.#outer);
    rmSync(this.#folder, { recursive: true });
  }
}

function makeAndMount(image: string, size: string, path: string): void {
  mkdirSync(path);
  run('truncate', '-s', size, image);
  run('mkfs.ext4', '-q', image);
  run('mount', '-o', 'loop', image, path);
}

function unmount(path: string): void {
  // Somebody may still be about to close a file.
  for (let attempt = 0; attempt < 100; attempt++) {
    const { stderr } = spawnSync('umount', [path], { encoding: 'utf8' });
    if (!/busy/.test(stderr)) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
