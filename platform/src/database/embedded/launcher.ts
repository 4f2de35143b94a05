import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { namespaceUser, type OrdinaryUser, ordinaryUser } from './ordinaryUser.ts';

/** Put before a PostgreSQL program and its arguments: who it runs as, and that it ends with this process. */
export interface Launcher {
  /** Set where the programs run as another user, who must be able to reach them and own their data. */
  user?: OrdinaryUser;
  /** The system's name of the user that the database sees this process as. */
  seenAs: string;
  wrap(program: string, args: readonly string[]): { command: string; args: string[] };
}

const withParent = ['setpriv', '--pdeathsig', 'QUIT'];

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace that shows it as an ordinary user (its files stay
 * root's), or where those are forbidden as another user; as anyone else it runs plainly. Where `setpriv` is there, the kernel
 * ends it with this process, however that dies.
 */
export function makeLauncher(): Launcher {
  const own = { seenAs: ownName() };
  if (process.getuid?.() !== 0) return launcher(works(withParent) ? withParent : [], own);
  const shownAs = namespaceUser();
  const shown = ['unshare', '--user', `--map-user=${shownAs.uid}`, `--map-group=${shownAs.gid}`];
  for (const prefix of [[...shown, ...withParent], shown]) {
    if (works(prefix)) return launcher(prefix, { seenAs: shownAs.name });
  }
  const user = ordinaryUser();
  const other = [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--pdeathsig',
    'QUIT',
  ];
  if (works(other)) return launcher(other, { ...own, user });
  throw new Error(
    'PostgreSQL cannot run as root, and neither unshare nor setpriv (util-linux) can switch to another user here. Run Lading as a regular user, or set LADING_DATABASE_URL to a PostgreSQL server.',
  );
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}

/** A user without a name cannot run PostgreSQL at all, which says so itself. */
function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

function launcher(prefix: readonly string[], more: Pick<Launcher, 'user' | 'seenAs'>): Launcher {
  return {
    ...more,
    wrap(program, args) {
      const [command = program, ...rest] = [...prefix, program, ...args];
      return { command, args: rest };
    },
  };
}
