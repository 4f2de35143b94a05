import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './platform.ts';

const program = '/usr/sbin/slapd';

/** Whether Debian's slapd is installed on this machine. */
export const hasDirectory = existsSync(program);

export interface Directory {
  readonly url: string;
  readonly managerDn: string;
  readonly managerPassword: string;
  stop(): Promise<void>;
}

/** Starts a real LDAP directory on this machine with one user, rosa. */
export async function startDirectory(password: string): Promise<Directory> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-slapd-'));
  const managerDn = 'cn=manager,dc=example,dc=org';
  const managerPassword = 'of-the-manager';
  mkdirSync(join(folder, 'data'));
  const schemas = ['core', 'cosine', 'inetorgperson'].map(
    (name) => `include /etc/ldap/schema/${name}.schema`,
  );
  writeFileSync(
    join(folder, 'slapd.conf'),
    `${schemas.join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
database mdb
suffix dc=example,dc=org
rootdn ${managerDn}
rootpw ${managerPassword}
directory ${folder}/data
`,
  );
  writeFileSync(
    join(folder, 'content.ldif'),
    `dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: uid=rosa,dc=example,dc=org
objectClass: inetOrgPerson
uid: rosa
cn: Rosa
sn: R
mail: rosa@example.org
userPassword: ${password}
`,
  );
  const given = ['-f', join(folder, 'slapd.conf')];
  const loaded = spawnSync('/usr/sbin/slapadd', [...given, '-l', join(folder, 'content.ldif')]);
  if (loaded.status !== 0) throw new Error(`slapadd: ${loaded.stderr}`);
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  const server = spawn(program, [...given, '-h', `${url}/`, '-d', '0'], { stdio: 'ignore' });
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error(`slapd ended with ${server.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    managerDn,
    managerPassword,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
