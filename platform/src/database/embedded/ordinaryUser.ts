import { readFileSync } from 'node:fs';

export interface OrdinaryUser {
  name: string;
  uid: number;
  gid: number;
}

/** `nobody` with its usual number, for machines without a list of users. */
const nobody: OrdinaryUser = { name: 'nobody', uid: 65_534, gid: 65_534 };

/** In a user namespace, every unmapped user appears with this number. */
const overflowUid = 65_534;

/**
 * Returns a user of this machine other than root: `lading` if it exists, `nobody`, or the first
 * one. PostgreSQL's `initdb` rejects a number without a user.
 */
export function ordinaryUser(passwd = '/etc/passwd'): OrdinaryUser {
  const users = usersOf(passwd);
  return named(users, 'lading') ?? named(users, 'nobody') ?? users[0] ?? nobody;
}

/**
 * Returns the user that root is mapped to in a user namespace: `lading` if it exists, or the first
 * one. Avoids the overflow user if possible, because the database distinguishes this server from
 * other users of the machine by it.
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
