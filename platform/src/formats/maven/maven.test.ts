// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders in POMs
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { db, transaction, withStorage } from '../../database/db.ts';
import { lockPackage } from '../../packages/packageRows.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { removeMavenVersion } from './indexing.ts';
import { mavenClient, pom, sha1 } from './testing/client.ts';

let platform: TestPlatform;
let maven: ReturnType<typeof mavenClient>;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  maven = mavenClient(platform);
  for (const key of ['libs', 'other'])
    expect((await maven.repository(key, { rclass: 'local' })).status).toBe(201);
  await maven.repository('all', {
    rclass: 'virtual',
    repositories: ['libs', 'other'],
    defaultDeploymentRepo: 'libs',
  });
});
afterAll(() => platform?.close());

const tags = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value);
const metadata = async (path: string) => (await maven.get(`${path}/maven-metadata.xml`)).text;

describe('a Maven repository', () => {
  it('accepts files in the Maven layout and explains the layout otherwise', async () => {
    expect(await maven.release('libs', 'org.example:lib:1.0')).toEqual([201, 201]);
    const odd = await maven.put('libs/org/example/lib/1.0/other-1.0.jar', 'x');
    expect(odd).toMatchObject({
      status: 400,
      message: expect.stringContaining('{artifact}-{version}[-{classifier}].{extension}'),
    });
    const pomOfOther = await maven.put('libs/org/example/lib/1.1/lib-1.1.pom', pom('org.example:lib:1.0'));
    expect(pomOfOther).toMatchObject({
      status: 400,
      message: expect.stringContaining('The version in the POM is 1.0'),
    });
    expect(await maven.put('libs/org/example/lib/1.1/lib-1.1.pom', 'no pom')).toMatchObject({ status: 400 });
  });

  it('accepts an sbt plugin in both naming styles', async () => {
    const folder = 'libs/org/example/sbt-lint_2.12_1.0/1.0';
    for (const name of ['sbt-lint', 'sbt-lint_2.12_1.0']) {
      const text = pom(`org.example:${name}:1.0`);
      expect((await maven.put(`${folder}/${name}-1.0.pom`, text)).status).toBe(201);
      expect((await maven.put(`${folder}/${name}-1.0.jar`, 'the plug-in')).status).toBe(201);
      expect((await maven.get(`${folder}/${name}-1.0.jar.sha1`)).text).toBe(sha1('the plug-in'));
    }
    const text = await metadata('libs/org/example/sbt-lint_2.12_1.0');
    expect(tags(text, 'artifactId')).toEqual(['sbt-lint_2.12_1.0']);
    expect(tags(text, 'version')).toEqual(['1.0']);
  });

  it('generates checksums that were not uploaded, and rejects a wrong checksum', async () => {
    const jar = 'libs/org/example/sums/1.0/sums-1.0.jar';
    await maven.put(jar, 'the jar');
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      const sum = createHash(algorithm).update('the jar').digest('hex');
      expect((await maven.get(`${jar}.${algorithm}`)).text).toBe(sum);
      expect((await maven.put(`${jar}.${algorithm}`, `${sum}  sums-1.0.jar\n`)).status).toBe(201);
    }
    const wrong = await maven.put(`${jar}.sha1`, sha1('another jar'));
    expect(wrong).toMatchObject({
      status: 409,
      message: `Checksum mismatch: the sha1 of org/example/sums/1.0/sums-1.0.jar is ${sha1('the jar')}, not ${sha1('another jar')}. Deploy the file again.`,
    });
    expect(await maven.put(`${jar}.md5`, 'nothing')).toMatchObject({ status: 400 });
    expect(await maven.put('libs/g/a/1/a-1.jar.sha1', sha1('x'))).toMatchObject({ status: 404 });
    expect(await maven.get('libs/g/a/1/a-1.jar.sha1')).toMatchObject({ status: 404 });
    const xml = await metadata('libs/org/example/sums');
    expect((await maven.get('libs/org/example/sums/maven-metadata.xml.sha1')).text).toBe(sha1(xml));
  });

  it('rejects changes to a release, unless allowed by an option', async () => {
    const jar = 'libs/org/example/fixed/1.0/fixed-1.0.jar';
    expect((await maven.put(jar, 'one')).status).toBe(201);
    expect((await maven.put(jar, 'one')).status).toBe(201);
    expect(await maven.put(jar, 'two')).toMatchObject({
      status: 409,
      message: expect.stringContaining('org.example:fixed 1.0 is released'),
    });
    expect((await maven.get(jar)).text).toBe('one');
    await maven.repository('loose', { rclass: 'local', allowOverwrite: true });
    await maven.put('loose/g/a/1/a-1.jar', 'one');
    expect((await maven.put('loose/g/a/1/a-1.jar', 'two')).status).toBe(201);
    expect((await maven.put('libs/g/a/1-SNAPSHOT/a-1-SNAPSHOT.jar', 'one')).status).toBe(201);
    expect((await maven.put('libs/g/a/1-SNAPSHOT/a-1-SNAPSHOT.jar', 'two')).status).toBe(201);
  });

  it('lets exactly one of many concurrent deployments of a version succeed', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, at) => (await maven.put('libs/g/race/1/race-1.jar', `jar ${at}`)).status,
      ),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  });

  it('lists versions in Maven order, despite concurrent deployments and wrong client metadata', async () => {
    const versions = ['1.10', '1.9', '1.0-alpha-1', '2.0-SNAPSHOT', '1.0', '1.0-rc1', '1.2'];
    await Promise.all(versions.map((version) => maven.release('libs', `org.example:many:${version}`)));
    const lost =
      '<metadata><groupId>org.example</groupId><artifactId>many</artifactId><versioning><versions><version>9</version></versions></versioning></metadata>';
    expect((await maven.put('libs/org/example/many/maven-metadata.xml', lost)).status).toBe(201);
    const text = await metadata('libs/org/example/many');
    expect(tags(text, 'version')).toEqual([
      '1.0-alpha-1',
      '1.0-rc1',
      '1.0',
      '1.2',
      '1.9',
      '1.10',
      '2.0-SNAPSHOT',
    ]);
    expect([tags(text, 'latest'), tags(text, 'release'), tags(text, 'groupId')]).toEqual([
      ['2.0-SNAPSHOT'],
      ['1.10'],
      ['org.example'],
    ]);
    expect(tags(text, 'lastUpdated')[0]).toMatch(/^\d{14}$/);
    await maven.remove('libs/org/example/many/2.0-SNAPSHOT');
    await maven.remove('libs/org/example/many/1.10');
    expect(tags(await metadata('libs/org/example/many'), 'release')).toEqual(['1.9']);
    expect(await maven.put('libs/org/example/many/maven-metadata.xml', '<html/>')).toMatchObject({
      status: 400,
    });
    expect(await maven.get('libs/org/example/none/maven-metadata.xml')).toMatchObject({ status: 404 });
  });

  it('lists the newest build of each file of a snapshot', async () => {
    const folder = 'libs/g/snap/1.0-SNAPSHOT';
    await maven.put(`${folder}/snap-1.0-20240101.101010-1.jar`, 'one');
    await maven.put(`${folder}/snap-1.0-20240101.101010-1-sources.jar`, 'sources');
    await maven.put(`${folder}/snap-1.0-20240102.101010-2.jar`, 'two');
    await maven.put(`${folder}/snap-1.0-20240102.101010-2.pom`, pom('g:snap:1.0-SNAPSHOT'));
    const text = await metadata(folder);
    expect([tags(text, 'timestamp'), tags(text, 'buildNumber')]).toEqual([['20240102.101010'], ['2']]);
    expect(tags(text, 'value')).toEqual([
      '1.0-20240102.101010-2',
      '1.0-20240102.101010-2',
      '1.0-20240101.101010-1',
    ]);
    expect(tags(text, 'extension')).toEqual(['jar', 'pom', 'jar']);
    expect(tags(text, 'classifier')).toEqual(['sources']);
    expect(tags(text, 'updated')).toEqual(['20240102101010', '20240102101010', '20240101101010']);
  });

  it('shows all builds of a snapshot as its files, newest first, and deletes them together', async () => {
    const folder = 'libs/g/built/1.0-SNAPSHOT';
    for (const build of ['20240101.101010-1', '20240103.101010-3', '20240102.101010-2'])
      await maven.put(`${folder}/built-1.0-${build}.jar`, `jar ${build}`);
    const files = async () => {
      const { rows } =
        await platformQuery(`SELECT v.lead_path, v.size::int, (SELECT count(*)::int FROM version_files f WHERE f.version_id = v.id) AS files
        FROM versions v JOIN packages p ON p.id = v.package_id WHERE p.name = 'g:built'`);
      return rows;
    };
    const lead = 'g/built/1.0-SNAPSHOT/built-1.0-20240103.101010-3.jar';
    expect(await files()).toEqual([{ lead_path: lead, size: 63, files: 3 }]);
    await maven.remove(`${folder}/built-1.0-20240101.101010-1.jar`);
    expect(await files()).toEqual([{ lead_path: lead, size: 42, files: 2 }]);
    await maven.remove(`libs/${lead}`);
    expect(await files()).toEqual([
      { lead_path: lead.replace('03.101010-3', '02.101010-2'), size: 21, files: 1 },
    ]);
    await withStorage(platform.storage, () =>
      removeMavenVersion({ repo: 'libs', type: 'maven', name: 'g:built', version: '1.0-SNAPSHOT' }),
    );
    expect(await files()).toEqual([]);
    expect(await maven.get(`${folder}/built-1.0-20240102.101010-2.jar`)).toMatchObject({ status: 404 });
    expect(await maven.get('libs/g/built/maven-metadata.xml')).toMatchObject({ status: 404 });
  });

  it('accepts the checksum of a file that was replaced since', async () => {
    const [jar, given] = ['org/example/moved/1.0/moved-1.0.jar', 'other/org/example/moved/1.0/moved-1.0.jar'];
    await maven.put(`libs/${jar}`, 'the old jar');
    await maven.put(given, 'the new jar');
    const call = (method: 'POST' | 'DELETE', url: string) =>
      platform.app.inject({ method, url, headers: { authorization: platform.adminAuth } });
    expect((await call('DELETE', `/artifactory/libs/${jar}`)).statusCode).toBe(204);
    const moved = await call('POST', `/artifactory/api/move/${given}?to=/libs/${jar}`);
    expect(moved.statusCode, moved.body).toBe(200);
    expect((await maven.put(`libs/${jar}.sha1`, sha1('the new jar'))).status).toBe(201);
    expect((await maven.put(`libs/${jar}.sha1`, sha1('no jar'))).message).toContain(sha1('the new jar'));
  });

  it('lists the plugins of a group by prefix', async () => {
    await maven.release('libs', 'org.tools:tea-maven-plugin:1.0', {
      packaging: 'maven-plugin',
      inner: '<name>Tea</name>',
    });
    expect(tags(await metadata('libs/org/tools'), 'prefix')).toEqual(['tea']);
    const said =
      '<metadata><plugins><plugin><name>Tea time</name><prefix>brew</prefix><artifactId>tea-maven-plugin</artifactId></plugin></plugins></metadata>';
    await maven.put('libs/org/tools/maven-metadata.xml', said);
    const text = await metadata('all/org/tools');
    expect([tags(text, 'name'), tags(text, 'prefix'), tags(text, 'artifactId')]).toEqual([
      ['Tea time'],
      ['brew'],
      ['tea-maven-plugin'],
    ]);
    await maven.remove('libs/org/tools/tea-maven-plugin');
    expect(await maven.get('libs/org/tools/maven-metadata.xml')).toMatchObject({ status: 404 });
  });

  it('authenticates the caller before it reveals or accepts anything', async () => {
    await maven.release('libs', 'p:x:1.0');
    const nobody = async (method: string, path: string, body?: string) => {
      const answer = await fetch(`${platform.baseUrl}/artifactory/${path}`, {
        method,
        ...(body ? { body } : {}),
      });
      return [path, answer.status];
    };
    const jar = 'libs/p/x/1.0/x-1.0.jar';
    for (const path of [
      'libs/p/x/maven-metadata.xml',
      'libs/p/x/maven-metadata.xml.sha1',
      `${jar}.sha1`,
      'all/p/x/maven-metadata.xml',
      jar,
    ])
      expect(await nobody('GET', path)).toEqual([path, 401]);
    for (const path of ['libs/p/x/maven-metadata.xml', `${jar}.sha1`, 'libs/p/x/1.1/x-1.1.jar'])
      expect(await nobody('PUT', path, '<metadata/>')).toEqual([path, 401]);
    // Read permission does not include deploying.
    await withStorage(platform.storage, () =>
      createUser('ada', { password: 'an old tune of the sea', email: 'a@example.org' }),
    );
    const ada = { authorization: `Basic ${Buffer.from('ada:an old tune of the sea').toString('base64')}` };
    expect((await maven.call('GET', 'libs/p/x/maven-metadata.xml', undefined, ada)).status).toBe(200);
    for (const path of ['libs/p/x/maven-metadata.xml', `${jar}.sha1`])
      expect((await maven.call('PUT', path, '<metadata/>', ada)).status).toBe(403);
  });

  it('shows the versions of all members of a virtual repository and deploys to its target', async () => {
    await maven.release('libs', 'v:x:1.0');
    await maven.release('other', 'v:x:1.1-rc1');
    expect(await maven.release('all', 'v:x:0.9')).toEqual([201, 201]);
    expect(tags(await metadata('all/v/x'), 'version')).toEqual(['0.9', '1.0', '1.1-rc1']);
    expect(tags(await metadata('libs/v/x'), 'version')).toEqual(['0.9', '1.0']);
    expect((await maven.get('all/v/x/1.1-rc1/x-1.1-rc1.jar')).text).toBe('jar of v:x:1.1-rc1');
    expect((await maven.get('all/v/x/1.1-rc1/x-1.1-rc1.jar.sha1')).text).toBe(sha1('jar of v:x:1.1-rc1'));
  });

  it('indexes the POM and inherited data', async () => {
    const dependency = (scope: string) =>
      `<dependency><groupId>a</groupId><artifactId>${scope}</artifactId><version>1</version><scope>${scope}</scope></dependency>`;
    const parent = '<parent><groupId>i</groupId><artifactId>parent</artifactId><version>1</version></parent>';
    await maven.release('other', 'i:lib:1.0', {
      inner: `${parent}<description>A library</description><dependencies>${dependency('runtime')}${dependency('test')}</dependencies>`,
    });
    await maven.put('other/i/lib/1.0/lib-1.0-sources.jar', 'sources');
    // The parent is uploaded later, to another member of the virtual repository.
    await maven.put(
      'libs/i/parent/1/parent-1.pom',
      pom('i:parent:1', {
        packaging: 'pom',
        inner: '<licenses><license><name>The MIT License</name></license></licenses>',
      }),
    );
    const told = async () => {
      const { rows } =
        await platformQuery(`SELECT v.licenses, v.lead_path, d.description, d.dependencies, d.dev_dependencies,
      (SELECT count(*)::int FROM version_files f WHERE f.version_id = v.id) AS files
      FROM versions v JOIN packages p ON p.id = v.package_id JOIN version_details d ON d.version_id = v.id WHERE p.name = 'i:lib'`);
      return rows;
    };
    await expect.poll(told).toEqual([
      {
        licenses: ['MIT'],
        lead_path: 'i/lib/1.0/lib-1.0.jar',
        description: 'A library',
        dependencies: { 'a:runtime': '1' },
        dev_dependencies: { 'a:test': '1' },
        files: 3,
      },
    ]);
  });

  it('does not delay the deployment of a parent until its children are reindexed', async () => {
    const parent = (artifact: string, version = '1') =>
      `<parent><groupId>h</groupId><artifactId>${artifact}</artifactId><version>${version}</version></parent>`;
    await maven.put(
      'libs/h/middle/1/middle-1.pom',
      pom('h:middle:1', { packaging: 'pom', inner: parent('top') }),
    );
    for (const name of ['h:one:1', 'h:two:1']) await maven.release('libs', name, { inner: parent('middle') });
    const licenses = async () => {
      const { rows } = await platformQuery(
        "SELECT p.name, v.licenses FROM versions v JOIN packages p ON p.id = v.package_id WHERE p.name LIKE 'h:%' ORDER BY p.name",
      );
      return rows.map(({ name, licenses }) => `${name} ${licenses}`);
    };
    const licensed = pom('h:top:1', {
      packaging: 'pom',
      inner: '<licenses><license><name>MIT</name></license></licenses>',
    });
    await withStorage(platform.storage, () =>
      transaction(async () => {
        await lockPackage('maven', 'h:one');
        expect((await maven.put('libs/h/top/1/top-1.pom', licensed)).status).toBe(201);
      }),
    );
    await expect.poll(licenses).toEqual(['h:middle MIT', 'h:one MIT', 'h:top MIT', 'h:two MIT']);
    await expect.poll(async () => (await platformQuery('SELECT FROM maven_pom_queue')).rowCount).toBe(0);
  });

  it('accepts a POM whose parent has a name longer than the index allows', async () => {
    const long = Array.from({ length: 6000 }, (_, at) => ((at * at * 7919) % 36).toString(36)).join('');
    const parent = `<parent><groupId>i</groupId><artifactId>p</artifactId><version>${long}</version></parent>`;
    const imported = `<dependencyManagement><dependencies><dependency><groupId>i</groupId><artifactId>q</artifactId><version>${long.slice(0, 3900)}</version><scope>import</scope></dependency></dependencies></dependencyManagement>`;
    expect(await maven.release('other', 'i:orphan:1.0', { inner: parent + imported })).toEqual([201, 201]);
  });

  it('indexes dependency versions from imported POMs', async () => {
    const one = (artifact: string, more = '') =>
      `<dependency><groupId>a</groupId><artifactId>${artifact}</artifactId>${more}</dependency>`;
    const imported = (artifact: string, version: string) =>
      one(artifact, `<version>${version}</version><type>pom</type><scope>import</scope>`);
    const managing = (inner: string, more = '') => ({
      packaging: 'pom',
      inner: `${more}<dependencyManagement><dependencies>${inner}</dependencies></dependencyManagement>`,
    });
    const used = ['own', 'first', 'second', 'deep', 'unknown'].map((name) => one(name)).join('');
    await maven.release('other', 'i:importing:1.0', {
      inner: `<properties><v>7</v></properties><dependencies>${used}</dependencies>
        ${managing(one('own', '<version>1</version>') + imported('bom', '${v}') + imported('other-bom', '1')).inner}`,
    });
    const dependencies = async () => {
      const { rows } = await platformQuery(
        `SELECT d.dependencies, d.dev_dependencies FROM versions v JOIN packages p ON p.id = v.package_id JOIN version_details d ON d.version_id = v.id WHERE p.name = 'i:importing'`,
      );
      return rows[0];
    };
    const unsaid = { 'a:first': '', 'a:second': '', 'a:deep': '', 'a:unknown': '' };
    expect(await dependencies()).toEqual({ dependencies: { 'a:own': '1', ...unsaid }, dev_dependencies: {} });
    // The POMs are uploaded later, to another member of the virtual repository. One of them imports
    // all others, in a cycle.
    const deep =
      one('deep', '<version>4</version><scope>test</scope>') + one('first', '<version>9</version>');
    await maven.put(
      'libs/a/deep-bom/1/deep-bom-1.pom',
      pom('a:deep-bom:1', managing(deep + imported('bom', '7'))),
    );
    await maven.put(
      'libs/a/bom/7/bom-7.pom',
      pom(
        'a:bom:7',
        managing(
          one('own', '<version>2</version>') +
            one('first', '<version>${v}</version>') +
            imported('deep-bom', '1'),
          '<properties><v>3</v></properties>',
        ),
      ),
    );
    const second = one('second', '<version>5</version>') + one('first', '<version>8</version>');
    await maven.put('libs/a/other-bom/1/other-bom-1.pom', pom('a:other-bom:1', managing(second)));
    await expect.poll(dependencies).toEqual({
      dependencies: { 'a:own': '1', 'a:first': '3', 'a:second': '5', 'a:unknown': '' },
      dev_dependencies: { 'a:deep': '4' },
    });
  });
});

function platformQuery(text: string) {
  return withStorage(platform.storage, () => db().execute(sql.raw(text)));
}
