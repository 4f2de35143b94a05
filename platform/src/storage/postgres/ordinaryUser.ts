import { readFileSync } from 'node:fs';

export interface OrdinaryUser {
  uid: number;
  gid: number;
}

/** `nobody`, as machines without a list of users number it. */
const nobody: OrdinaryUser = { uid: 65_534, gid: 65_534 };

/**
 * A user other than root that this machine knows: `lading` where there is one, `nobody`, or the first one. PostgreSQL's
 * `initdb` refuses a number that no user has.
 */
export function ordinaryUser(passwd = '/etc/passwd'): OrdinaryUser {
  const users = readLines(passwd)
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const named = (wanted: string) => users.find(({ name }) => name === wanted);
  const { uid, gid } = named('lading') ?? named('nobody') ?? users[0] ?? nobody;
  return { uid, gid };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
