import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderErrors } from '../../http/renderErrors.ts';
import { packed } from '../own/pack.ts';
import { sdkRoutes } from './routes.ts';

let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lading-sdk-'));
  app = Fastify();
  app.decorate('platform', { publicUrl: {} } as never);
  renderErrors(app);
  sdkRoutes(app, pathToFileURL(`${root}/`));
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

async function build(name: string, version: string, file: string): Promise<Buffer> {
  const described = JSON.stringify({ name, version, description: 'Tools', dependencies: { vite: '7.0.0' } });
  const content = await packed({ name, version, files: new Map([['package.json', Buffer.from(described)]]) });
  await mkdir(join(root, 'build/sdk'), { recursive: true });
  await writeFile(join(root, 'build/sdk', file), content);
  return content;
}

const get = (url: string) => app.inject({ url, headers: { host: 'console.example.org:8443' } });

describe('the registry of the packages for plugin authors', () => {
  it('says how to build the packages while they are missing, and serves them afterwards', async () => {
    const missing = await get('/ui/sdk/@lading%2fkit');
    expect(missing.statusCode).toBe(404);
    expect(missing.json().errors[0].message).toContain('Run npm run build');
    const content = await build('@lading/kit', '1.2.3', 'lading-kit-1.2.3.tgz');
    for (const spelling of ['@lading%2fkit', '@lading%2Fkit', '@lading/kit']) {
      const packument = (await get(`/ui/sdk/${spelling}`)).json();
      expect(packument).toMatchObject({ name: '@lading/kit', 'dist-tags': { latest: '1.2.3' } });
      const { dist, dependencies } = packument.versions['1.2.3'];
      expect(dependencies).toEqual({ vite: '7.0.0' });
      expect(dist).toEqual({
        tarball: 'http://console.example.org:8443/ui/sdk/-/lading-kit-1.2.3.tgz',
        shasum: createHash('sha1').update(content).digest('hex'),
        integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
      });
    }
  });

  it('serves the tarball itself, to be cached forever', async () => {
    const content = await build('@lading/kit', '1.2.3', 'lading-kit-1.2.3.tgz');
    const reply = await get('/ui/sdk/-/lading-kit-1.2.3.tgz');
    expect(reply.rawPayload.equals(content)).toBe(true);
    expect(reply.headers['cache-control']).toContain('immutable');
  });

  it.each(['react', '-/react-18.0.0.tgz', '-/..%2f..%2fpackage.json', '__proto__'])(
    'rejects %s and names its packages',
    async (path) => {
      await build('@lading/kit', '1.2.3', 'lading-kit-1.2.3.tgz');
      const reply = await get(`/ui/sdk/${path}`);
      expect(reply.statusCode).toBe(404);
      expect(reply.json().errors[0].message).toContain('contains only @lading/kit. Get other packages from');
    },
  );
});
