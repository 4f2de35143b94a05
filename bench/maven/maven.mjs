// Deploys with mvn, compared to a server that does nothing.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { besideOwnTime, ownTimeColumns, startNothing } from '../harness/against.mjs';
import { password, startLading } from '../harness/lading.mjs';
import { makeRepository } from '../harness/repository.mjs';
import { seconds } from '../harness/stats.mjs';
import { temporary } from '../harness/temporary.mjs';

const run = promisify(execFile);
/** Debian's own Maven repository, with the plugins. */
const debian = '/usr/share/maven-repo';

export async function measure({ quick, log }) {
  if (!existsSync('/usr/bin/mvn') || !existsSync(`${debian}/org/apache/maven/plugins/maven-jar-plugin`))
    throw new Error('maven, libmaven-jar-plugin-java and libmaven-deploy-plugin-java are not installed');
  const count = quick ? 40 : 200;
  const home = makeHome();
  const nothing = await startNothing((request, response) =>
    response.writeHead(request.method === 'PUT' ? 201 : 404).end(),
  );
  const lading = await startLading();
  const [own, ours] = [[], []];
  try {
    // Downloads the plugins into mvn's own directory, for all later runs.
    await deploy(home, makeProject(2, 'warm'), nothing.origin);
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      const repository = `maven-${round}`;
      await makeRepository(lading, repository, { rclass: 'local', packageType: 'maven' });
      const project = makeProject(count, `round-${round}`);
      own.push(await deploy(home, project, nothing.origin));
      ours.push(await deploy(home, project, `${lading.numeric}/artifactory/${repository}`));
      log(`mvn's own time ${seconds(own.at(-1))} s, with Lading ${seconds(ours.at(-1))} s`);
    }
  } finally {
    await lading.stop();
    await nothing.stop();
  }
  return [
    {
      heading: `${count} modules by one mvn`,
      note: 'Each with its jar, its POM, their checksums and its metadata: ten requests, one after the other; `mvn jar:jar deploy:deploy`, medians of alternating runs, the ratio is that within each run. Own time: with a server that reads and answers. Lading compares each checksum, reads each POM, makes the metadata of what is there and has the files on disk for good before it answers.',
      columns: ownTimeColumns,
      rows: [besideOwnTime('mvn deploy', own, ours)],
    },
  ];
}

function makeHome() {
  const home = temporary('maven');
  const credentials = `<server><id>target</id><username>admin</username><password>${password}</password></server>`;
  writeFileSync(
    join(home, 'settings.xml'),
    `<settings><localRepository>${home}/repository</localRepository><servers>${credentials}</servers>
      <mirrors><mirror><id>debian</id><mirrorOf>*,!target</mirrorOf><url>file://${debian}</url></mirror></mirrors></settings>`,
  );
  return home;
}

/** Creates a project with `count` modules, each with one file. */
function makeProject(count, name) {
  const folder = temporary('project');
  const names = Array.from({ length: count }, (_, at) => `module-${at}`);
  const head = `<project><modelVersion>4.0.0</modelVersion>`;
  const parent = `<groupId>org.example.${name}</groupId><artifactId>parent</artifactId><version>1.0</version>`;
  const plugins = [
    ['jar', '3.3.0'],
    ['deploy', '3.0.0'],
  ].map(
    ([plugin, version]) =>
      `<plugin><artifactId>maven-${plugin}-plugin</artifactId><version>${version}</version></plugin>`,
  );
  writeFileSync(
    join(folder, 'pom.xml'),
    `${head}${parent}<packaging>pom</packaging><build><plugins>${plugins.join('')}</plugins></build>
      <modules>${names.map((module) => `<module>${module}</module>`).join('')}</modules></project>`,
  );
  for (const module of names) {
    mkdirSync(join(folder, module, 'target/classes'), { recursive: true });
    writeFileSync(join(folder, module, 'target/classes/data.bin'), module.repeat(2000));
    writeFileSync(
      join(folder, module, 'pom.xml'),
      `${head}<parent>${parent}</parent><artifactId>${module}</artifactId></project>`,
    );
  }
  return folder;
}

async function deploy(home, cwd, url) {
  const args = [
    ...['--batch-mode', '--quiet', '--settings', join(home, 'settings.xml')],
    ...[`-DaltDeploymentRepository=target::${url}`, 'jar:jar', 'deploy:deploy'],
  ];
  const started = performance.now();
  await run('mvn', args, { cwd, env: { PATH: process.env.PATH, HOME: home }, maxBuffer: 64 * 1024 * 1024 });
  return performance.now() - started;
}
