import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Outcome } from '../../../testing/Outcome.ts';

/** The minor version of the Cargo that is to be had: 68 of 1.68.0. */
export function cargoVersion(): number | undefined {
  const { status, stdout } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  const minor = /^cargo 1\.(\d+)\./.exec(stdout ?? '')?.[1];
  return status === 0 && minor !== undefined ? Number(minor) : undefined;
}

/** Cargo as a user has it, with a home of its own. */
export class RealCargo {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  /** Registries by their name: the address of the index, and the token for it. */
  static async start(registries: Record<string, { index: string; token: string }>): Promise<RealCargo> {
    const cargo = new RealCargo(await mkdtemp(join(tmpdir(), 'lading-cargo-')));
    const section = ([name, { index }]: [string, { index: string; token: string }]) =>
      `[registries.${name}]\nindex = "sparse+${index}"\n`;
    // Before 1.74 who signs in must be known by another setting.
    const config = `${Object.entries(registries).map(section).join('')}[registry]\nglobal-credential-providers = ["cargo:token"]\n[net]\nretry = 0\n`;
    const tokens = Object.entries(registries).map(
      ([name, { token }]) => `[registries.${name}]\ntoken = "${token}"\n`,
    );
    await cargo.write('cargo-home/config.toml', config);
    await cargo.write('cargo-home/credentials.toml', tokens.join(''));
    return cargo;
  }

  /** A folder below the home with these files. */
  async folder(name: string, files: Record<string, string>): Promise<string> {
    for (const [path, text] of Object.entries(files)) await this.write(join(name, path), text);
    return join(this.home, name);
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.home, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  run(args: readonly string[], cwd: string): Promise<Outcome> {
    // Before 1.68 the sparse index, and before 1.74 tokens for reading, had to be switched on.
    const minor = cargoVersion() ?? 0;
    const early = [
      ...(minor < 68 ? ['-Zsparse-registry'] : []),
      ...(minor >= 67 && minor < 74 ? ['-Zregistry-auth'] : []),
    ];
    const env = {
      PATH: process.env.PATH,
      HOME: this.home,
      // Where a toolchain is managed, it is found by these.
      RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
      CARGO_HOME: join(this.home, 'cargo-home'),
      CARGO_TERM_COLOR: 'never',
      ...(early.length > 0 ? { RUSTC_BOOTSTRAP: '1' } : {}),
    };
    return new Promise((resolve) => {
      execFile('cargo', [...early, ...args], { cwd, env, timeout: 60_000 }, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, output: `${stdout}\n${stderr}` });
      });
    });
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
