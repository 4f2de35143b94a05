import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Outcome } from '../../../testing/Outcome.ts';

/** Minor version of the installed Cargo: 68 for 1.68.0. Undefined if Cargo is not installed. */
export function cargoVersion(): number | undefined {
  const { status, stdout } = spawnSync('cargo', ['--version'], { encoding: 'utf8' });
  const minor = /^cargo 1\.(\d+)\./.exec(stdout ?? '')?.[1];
  return status === 0 && minor !== undefined ? Number(minor) : undefined;
}

/** A Cargo client with a separate home directory. */
export class RealCargo {
  readonly home: string;

  private constructor(home: string) {
    this.home = home;
  }

  /** Registries by name, each with the URL of its index and a token. */
  static async start(registries: Record<string, { index: string; token: string }>): Promise<RealCargo> {
    const cargo = new RealCargo(await mkdtemp(join(tmpdir(), 'lading-cargo-')));
    const section = ([name, { index }]: [string, { index: string; token: string }]) =>
      `[registries.${name}]\nindex = "sparse+${index}"\n`;
    // Before 1.74, the credential provider was set by another option.
    const config = `${Object.entries(registries).map(section).join('')}[registry]\nglobal-credential-providers = ["cargo:token"]\n[net]\nretry = 0\n`;
    const tokens = Object.entries(registries).map(
      ([name, { token }]) => `[registries.${name}]\ntoken = "${token}"\n`,
    );
    await cargo.write('cargo-home/config.toml', config);
    await cargo.write('cargo-home/credentials.toml', tokens.join(''));
    return cargo;
  }

  /** Creates a directory below the home directory with these files. */
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
    // Before 1.68 the sparse index, and before 1.74 tokens for reading, required an unstable flag.
    const minor = cargoVersion() ?? 0;
    const early = [
      ...(minor < 68 ? ['-Zsparse-registry'] : []),
      ...(minor >= 67 && minor < 74 ? ['-Zregistry-auth'] : []),
    ];
    const env = {
      PATH: process.env.PATH,
      HOME: this.home,
      // Required where rustup manages the toolchain.
      RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), '.rustup'),
      CARGO_HOME: join(this.home, 'cargo-home'),
      CARGO_TERM_COLOR: 'never',
      ...(early.length > 0 ? { RUSTC_BOOTSTRAP: '1' } : {}),
    };
    return new Promise((resolve) => {
      execFile('cargo', [...early, ...args], { cwd, env, timeout: 200_000 }, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, output: `${stdout}\n${stderr}` });
      });
    });
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
