import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../../testing/serverProcess.ts';
import { blobEnvironment, type S3Server, startS3rver } from './testing/S3Server.ts';

/** Records the URLs of all modules that a process loads. */
const recorder = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const urls = [];
registerHooks({
  load(url, context, next) {
    urls.push(url);
    return next(url, context);
  },
});
process.once('exit', () => appendFileSync(process.env.TEST_LOADED_MODULES, urls.join('\\n')));
`;

let place: string;
let s3: S3Server;
beforeAll(async () => {
  compileServer();
  place = await mkdtemp(join(tmpdir(), 'lading-loading-'));
  await writeFile(join(place, 'recorder.mjs'), recorder);
  s3 = await startS3rver();
});
afterAll(async () => {
  await s3.stop();
  await rm(place, { recursive: true, force: true });
});

/** Starts a server, uploads a file, and returns the modules that were loaded. */
async function modulesOf(name: string, env: Record<string, string>): Promise<string[]> {
  const list = join(place, `${name}.txt`);
  const password = 'an old tune of the sea';
  const server = new ServerProcess(join(place, name), await freePort(), {
    LADING_ADMIN_PASSWORD: password,
    NODE_OPTIONS: `--import=${join(place, 'recorder.mjs')}`,
    TEST_LOADED_MODULES: list,
    ...env,
  });
  try {
    expect([await server.answers(), server.errors]).toEqual([true, '']);
    const url = `${server.url}/artifactory/generic-local/a.txt`;
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
    const put = await fetch(url, { method: 'PUT', body: 'content', headers: { authorization } });
    expect(put.status).toBe(201);
    expect(await (await fetch(url, { headers: { authorization } })).text()).toBe('content');
  } finally {
    await server.stop();
  }
  return (await readFile(list, 'utf8')).split('\n');
}

const isOfS3 = (url: string) => /\/node_modules\/@(aws-sdk|smithy)\//.test(url);

it('loads nothing of the S3 library in a server with a blob directory', async () => {
  const loaded = await modulesOf('directory', {});
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter(isOfS3)).toEqual([]);
});

it('loads the S3 library in a server with an object store', async () => {
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const loaded = await modulesOf('store', {
    ...blobEnvironment(s3, 'loading'),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  });
  expect(loaded.filter(isOfS3).length).toBeGreaterThan(0);
});
