import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Platform } from './platform.ts';

const run = promisify(execFile);

/** npm client with a separate configuration and cache, signed in as the administrator. */
export class NpmClient {
  readonly folder = mkdtempSync(join(tmpdir(), 'lading-npm-'));
  readonly #userconfig = join(this.folder, 'npmrc');
  readonly #registry: string;

  constructor(platform: Platform, repository: string) {
    this.#registry = `${platform.origin}/artifactory/api/npm/${repository}/`;
    const auth = Buffer.from(`admin:${platform.password}`).toString('base64');
    const address = this.#registry.replace(/^http:/, '');
    writeFileSync(this.#userconfig, `registry=${this.#registry}\n${address}:_auth=${auth}\n`);
  }

  /**
   * Publishes a package with `files` (path → text) in addition to its package.json, and returns its
   * directory.
   */
  async publish(
    manifest: { name: string; version: string; [field: string]: unknown },
    files: Record<string, string> = {},
    tag = 'latest',
  ): Promise<string> {
    const folder = mkdtempSync(join(this.folder, 'package-'));
    write(folder, { 'package.json': JSON.stringify(manifest), ...files });
    await this.npm(folder, ['publish', '--tag', tag]);
    return folder;
  }

  /** Installs into an empty project, and returns its directory. */
  async install(...specs: string[]): Promise<string> {
    const folder = mkdtempSync(join(this.folder, 'project-'));
    write(folder, { 'package.json': JSON.stringify({ name: 'project', private: true }) });
    await this.npm(folder, ['install', ...specs]);
    return folder;
  }

  async npm(cwd: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(
      'npm',
      [
        ...args,
        '--userconfig',
        this.#userconfig,
        '--cache',
        join(this.folder, 'cache'),
        '--no-audit',
        '--no-fund',
      ],
      { cwd, env: { PATH: process.env.PATH, HOME: this.folder } },
    );
    return stdout;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
