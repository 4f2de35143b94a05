import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Debian's local Maven repository, with plugins and all their dependencies. */
export const debianMaven = '/usr/share/maven-repo';

export const hasMaven = ['/usr/bin/mvn', `${debianMaven}/org/apache/maven/plugins/maven-jar-plugin`].every(
  (path) => existsSync(path),
);

/** Debian's plugins have other versions than Maven's defaults. */
const plugin = (name: string, version: string) =>
  `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;

/** A `pom.xml` of the group `org.example`. `target`: URL of the repository to deploy to. */
export const project = (
  { artifact, version, target }: { artifact: string; version: string; target: string },
  inner: string,
) => `<project><modelVersion>4.0.0</modelVersion>
    <groupId>org.example</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${inner}
    <distributionManagement><repository><id>lading</id><url>${target}</url></repository></distributionManagement>
    <build><plugins>${plugin('deploy', '3.0.0')}${plugin('jar', '3.3.0')}</plugins></build></project>`;

export const dependency = (artifact: string, version: string) =>
  `<dependency><groupId>org.example</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;

export interface Outcome {
  /** Exit code. */
  code: number;
  output: string;
}

/** A Maven client with a separate home and local repository. */
export class RealMaven {
  private constructor(readonly home: string) {}

  /** Uses the repository at the URL as a mirror for everything. */
  static async start(repository: string, user: string, password: string): Promise<RealMaven> {
    const maven = new RealMaven(await mkdtemp(join(tmpdir(), 'lading-maven-')));
    await maven.write({
      'settings.xml': `<settings>
        <localRepository>${maven.home}/repository</localRepository>
        <servers><server><id>lading</id><username>${user}</username><password>${password}</password></server></servers>
        <mirrors><mirror><id>lading</id><mirrorOf>*</mirrorOf><url>${repository}</url></mirror></mirrors>
        <profiles><profile><id>all</id>
          <repositories><repository><id>central</id><url>http://central</url><releases><enabled>true</enabled></releases><snapshots><enabled>true</enabled><updatePolicy>always</updatePolicy></snapshots></repository></repositories>
          <pluginRepositories><pluginRepository><id>central</id><url>http://central</url></pluginRepository></pluginRepositories>
        </profile></profiles><activeProfiles><activeProfile>all</activeProfile></activeProfiles></settings>`,
    });
    return maven;
  }

  /** Writes files below its home. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(this.home, path)), { recursive: true });
      await writeFile(join(this.home, path), content);
    }
  }

  /** Runs Maven in a directory below its home. */
  run(folder: string, ...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = {
        cwd: join(this.home, folder),
        env: {
          PATH: process.env.PATH ?? '',
          HOME: this.home,
          MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
        },
        timeout: 200_000,
        maxBuffer: 64 * 1024 * 1024,
      };
      const given = [
        '--batch-mode',
        '--no-transfer-progress',
        '--settings',
        join(this.home, 'settings.xml'),
        ...args,
      ];
      execFile('mvn', given, options, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        resolve({ code, output: stdout + stderr });
      });
    });
  }

  async close(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
