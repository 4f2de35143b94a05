import { spawnSync } from 'node:child_process';
import { type OrdinaryUser, ordinaryUser } from './ordinaryUser.ts';

/** Put before a PostgreSQL program and its arguments: who it runs as, and that it ends with this process. */
export interface Launcher {
  /** Set where the programs run as another user, who must be able to reach them and own their data. */
  user?: OrdinaryUser;
  wrap(program: string, args: readonly string[]): { command: string; args: string[] };
}

const withParent = ['setpriv', '--pdeathsig', 'QUIT'];

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace that shows it as an ordinary user (its files stay
 * root's), or where those are forbidden as another user; as anyone else it runs plainly. Where `setpriv` is there, the kernel
 * ends it with this process, however that dies.
 */
export function makeLauncher(): Launcher {
  if (process.getuid?.() !== 0) return works(withParent) ? launcher(withParent) : launcher([]);
  const user = ordinaryUser();
  const shown = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`];
  for (const prefix of [[...shown, ...withParent], shown]) if (works(prefix)) return launcher(prefix);
  const other = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--pdeathsig',
    'QUIT',
  ];
  if (works(other)) return launcher(other, user);
  throw new Error(
    'PostgreSQL refuses to run as root, and neither unshare nor setpriv (of util-linux) can make it another user here: run Lading as an ordinary user, or name a PostgreSQL server in LADING_DATABASE_URL',
  );
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

function launcher(prefix: readonly string[], user?: OrdinaryUser): Launcher {
  return {
    ...(user ? { user } : {}),
    wrap(program, args) {
      const [command = program, ...rest] = [...prefix, program, ...args];
      return { command, args: rest };
    },
  };
}
