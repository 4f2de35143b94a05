import { spawnSync } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';

/** Put before a PostgreSQL program and its arguments: who it runs as, and that it ends with this process. */
export interface Launcher {
  wrap(program: string, args: readonly string[]): { command: string; args: string[] };
}

function works(command: string, args: readonly string[]): boolean {
  return spawnSync(command, [...args], { stdio: 'ignore' }).status === 0;
}

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace that shows it as an ordinary user (its files stay
 * root's); as anyone else it runs plainly. Where `setpriv` is there, the kernel ends it with this process, however that dies.
 */
export async function makeLauncher(folder: string): Promise<Launcher> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const prefix: string[] = [];
  if (process.getuid?.() === 0) {
    const asUser = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
    if (!works('unshare', [...asUser.slice(1), 'true'])) {
      throw new Error(
        'PostgreSQL refuses to run as root, and user namespaces are forbidden here: run Lading as an ordinary user, or name a PostgreSQL server in LADING_DATABASE_URL',
      );
    }
    prefix.push(...asUser);
  }
  if (works('setpriv', ['--pdeathsig', 'QUIT', 'true'])) prefix.push('setpriv', '--pdeathsig', 'QUIT');
  return {
    wrap(program, args) {
      const [command = program, ...rest] = [...prefix, program, ...args];
      return { command, args: rest };
    },
  };
}
