import { readFileSync } from 'node:fs';

export interface OrdinaryUser {
  name: string;
  uid: number;
  gid: number;
}

/** `nobody`, as machines without a list of users number it. */
const nobody: OrdinaryUser = { name: 'nobody', uid: 65_534, gid: 65_534 };

/** In a user namespace every user that has no number there appears with this one. */
const overflowUid = 65_534;

/**
 * A user other than root that this machine knows: `lading` where there is one, `nobody`, or the first one. PostgreSQL's
 * `initdb` refuses a number that no user has.
 */
export function ordinaryUser(passwd = '/etc/passwd'): OrdinaryUser {
  const users = usersOf(passwd);
  return named(users, 'lading') ?? named(users, 'nobody') ?? users[0] ?? nobody;
}

/**
 * The user that root is shown as in a user namespace: `lading` where there is one, or the first one. Not the one that all other users of
 * the machine are shown as, if there is another: the database tells this server from them by it.
 */
export function namespaceUser(passwd = '/etc/passwd'): OrdinaryUser {
  const users = usersOf(passwd);
  const own = users.filter(({ uid }) => uid !== overflowUid);
  return named(own, 'lading') ?? own[0] ?? users[0] ?? nobody;
}

function usersOf(passwd: string): OrdinaryUser[] {
  return readLines(passwd)
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

function named(users: readonly OrdinaryUser[], wanted: string): OrdinaryUser | undefined {
  return users.find(({ name }) => name === wanted);
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
