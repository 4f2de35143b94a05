import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { expect, it } from 'vitest';
import { compileServer, freePort, root, ServerProcess, temporaryHome } from './testing/serverProcess.ts';

it('answers an introspection query when bundled with its libraries', async () => {
  compileServer();
  mkdirSync(join(root, 'build'), { recursive: true });
  // The directory is inside the checkout so that libraries outside the bundle resolve.
  const outdir = mkdtempSync(join(root, 'build', 'platform-'));
  const { buildPlatform } = (await import(join(root, 'scripts/bundle/platform.mjs'))) as {
    buildPlatform(root: string, outdir: string): Promise<void>;
  };
  const { home, remove } = await temporaryHome();
  await buildPlatform(root, outdir);
  const env = { LADING_ADMIN_PASSWORD: 'an old tune of the sea' };
  const server = new ServerProcess(home, await freePort(), env, [], join(outdir, 'server.js'));
  try {
    expect([await server.answers(), server.errors]).toEqual([true, '']);
    const answer = await fetch(`${server.url}/metadata/api/v1/query`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from('admin:an old tune of the sea').toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: getIntrospectionQuery() }),
    });
    const { data, errors } = (await answer.json()) as { data?: { __schema: object }; errors?: object[] };
    expect([answer.status, errors]).toEqual([200, undefined]);
    expect(JSON.stringify(data?.__schema)).toContain('PackageConnection');
  } finally {
    await server.stop();
    await remove();
    rmSync(outdir, { recursive: true, force: true });
  }
});
