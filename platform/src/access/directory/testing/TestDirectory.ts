import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'ldapts';
import { selfSigned } from '../../../secrets/selfSigned.ts';
import { freePort } from '../../../testing/serverProcess.ts';

const program = '/usr/sbin/slapd';

/** Whether Debian's slapd is installed. */
export const hasSlapd = existsSync(program);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const ldif = `dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people

dn: ou=groups,dc=example,dc=org
objectClass: organizationalUnit
ou: groups

dn: uid=rosa,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: rosa
cn: Rosa
sn: R
mail: rosa@example.org
userPassword: an old tune of the sea

dn: uid=karl,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: karl
cn: Karl (the other)
sn: K
userPassword: a new tune of the hills

dn: uid=admin,ou=people,dc=example,dc=org
objectClass: inetOrgPerson
uid: admin
cn: Admin
sn: A
userPassword: of the directory alone

dn:: ${base64('cn=Łucja (z Łodzi),ou=people,dc=example,dc=org')}
objectClass: inetOrgPerson
uid: lucja
cn:: ${base64('Łucja (z Łodzi)')}
sn: L
userPassword: a quiet tune of the river

dn: cn=crew,ou=groups,dc=example,dc=org
objectClass: groupOfNames
cn: crew
member: uid=rosa,ou=people,dc=example,dc=org
member:: ${base64('cn=Łucja (z Łodzi),ou=people,dc=example,dc=org')}
`;

/** Starts a real directory on this machine, with four users and a group. */
export class TestDirectory {
  readonly managerDn = 'cn=manager,dc=example,dc=org';
  readonly managerPassword = 'of-the-manager';
  #server: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    readonly port: number,
    readonly tlsPort: number,
  ) {}

  static async start(): Promise<TestDirectory> {
    const folder = await mkdtemp(join(tmpdir(), 'lading-slapd-'));
    const directory = new TestDirectory(folder, await freePort(), await freePort());
    await mkdir(join(folder, 'data'));
    const { cert, key } = selfSigned();
    await writeFile(join(folder, 'cert.pem'), cert);
    await writeFile(join(folder, 'key.pem'), key);
    const configuration = `${['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
pidfile ${folder}/slapd.pid
database mdb
suffix dc=example,dc=org
rootdn ${directory.managerDn}
rootpw ${directory.managerPassword}
directory ${folder}/data
`;
    await writeFile(join(folder, 'slapd.conf'), configuration);
    await writeFile(join(folder, 'content.ldif'), ldif);
    const loaded = spawnSync('/usr/sbin/slapadd', [
      '-f',
      join(folder, 'slapd.conf'),
      '-l',
      join(folder, 'content.ldif'),
    ]);
    if (loaded.status !== 0) throw new Error(`slapadd: ${loaded.stderr.toString()}`);
    await directory.run();
    return directory;
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.port}`;
  }

  /** URL of the same directory with an untrusted certificate. */
  get tlsUrl(): string {
    return `ldaps://127.0.0.1:${this.tlsPort}`;
  }

  async run(): Promise<void> {
    const urls = `${this.url}/ ${this.tlsUrl}/`;
    this.#server = spawn(program, ['-f', join(this.folder, 'slapd.conf'), '-h', urls, '-d', '0'], {
      stdio: 'ignore',
    });
    while (!(await this.#answers())) {
      if (this.#server.exitCode !== null) throw new Error(`slapd ended with ${this.#server.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ url: this.url, connectTimeout: 1000 });
    try {
      await client.bind(this.managerDn, this.managerPassword);
      return true;
    } catch {
      return false;
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
