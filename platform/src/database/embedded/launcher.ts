import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { namespaceUser, type OrdinaryUser, ordinaryUser } from './ordinaryUser.ts';

/** Wraps a PostgreSQL command, to select its user and to end it with this process. */
export interface Launcher {
  /**
   * Set if the programs run as another user. That user must be able to access them and own their
   * data.
   */
  user?: OrdinaryUser;
  /** Name of the operating system user as the database sees this process. */
  seenAs: string;
  wrap(program: string, args: readonly string[]): { command: string; args: string[] };
}

const withParent = ['setpriv', '--pdeathsig', 'QUIT'];

/**
 * Creates the launcher. PostgreSQL refuses to run as root. As root, it runs in a user namespace as
 * a regular user (its files still belong to root) or, if namespaces are not allowed, as another
 * user. Otherwise, it runs as the current user. If `setpriv` is available, the kernel ends it with
 * this process, even after a crash.
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

/** A user without a name cannot run PostgreSQL, which then reports the error itself. */
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
