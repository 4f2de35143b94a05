import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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
        timeout: 90_000,
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
