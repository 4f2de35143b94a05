import { createHash } from 'node:crypto';
import type { TestPlatform } from '../../../testing/testPlatform.ts';

export const sha1 = (content: string) => createHash('sha1').update(content).digest('hex');

export interface PomParts {
  packaging?: string;
  inner?: string;
}

/** A POM for `group:artifact:version`. */
export function pom(name: string, { packaging, inner = '' }: PomParts = {}): string {
  const [group, artifact, version] = name.split(':');
  return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${packaging ? `<packaging>${packaging}</packaging>` : ''}
${inner}</project>`;
}

/** A client for a platform's Maven repositories that sends plain requests. */
export function mavenClient(platform: TestPlatform) {
  async function call(
    method: string,
    path: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ) {
    const response = await fetch(`${platform.baseUrl}/artifactory/${path}`, {
      method,
      headers: { authorization: platform.adminAuth, ...headers },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    const text = await response.text();
    const message: string | undefined = text.startsWith('{"errors"')
      ? JSON.parse(text).errors[0].message
      : undefined;
    return { status: response.status, text, message, headers: response.headers };
  }
  const json = { 'content-type': 'application/json' };
  return {
    call,
    get: (path: string) => call('GET', path),
    put: (path: string, body: string | Buffer) => call('PUT', path, body),
    remove: (path: string) => call('DELETE', path),
    repository: (key: string, configuration: object) =>
      call(
        'PUT',
        `api/repositories/${key}`,
        JSON.stringify({ packageType: 'maven', ...configuration }),
        json,
      ),
    /** Deploys the main jar and the POM of `group:artifact:version`. */
    async release(repo: string, name: string, parts: PomParts = {}) {
      const [group = '', artifact, version] = name.split(':');
      const folder = `${repo}/${group.replaceAll('.', '/')}/${artifact}/${version}/${artifact}-${version}`;
      const jar = await call('PUT', `${folder}.jar`, `jar of ${name}`);
      const xml = await call('PUT', `${folder}.pom`, pom(name, parts));
      return [jar.status, xml.status];
    },
  };
}
