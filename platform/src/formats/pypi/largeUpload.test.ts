import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../archives/testing/zipOf.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { archive } from '../npm/testing/samples.ts';
import { metadataOf, type SampleFile, uploadForm } from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  const headers = { authorization: platform.adminAuth };
  const payload = { rclass: 'local', packageType: 'pypi' };
  await platform.app.inject({ method: 'PUT', url: '/artifactory/api/repositories/py', headers, payload });
});
afterAll(() => platform?.close());

const project = { name: 'large', version: '1.0', headers: ['Summary: Large'] };
const at = (path: string) => `${platform.baseUrl}/artifactory/api/pypi/py/${path}`;
const authorization = () => ({ authorization: platform.adminAuth });

const upload = async (file: SampleFile) => {
  const { payload, headers } = uploadForm(project, file);
  return fetch(at(''), { method: 'POST', headers: { ...authorization(), ...headers }, body: payload });
};
const wheel = (content: Buffer, metadata = metadataOf(project)): SampleFile => ({
  file: 'large-1.0-py3-none-any.whl',
  bytes: zipOf([
    { path: 'large/data.bin', content, stored: true },
    { path: 'large-1.0.dist-info/METADATA', content: metadata },
  ]),
});

describe('a distribution too large to hold in memory', () => {
  it('is read from the blob store and served unchanged', async () => {
    const files = [
      wheel(randomBytes(5_000_000)),
      {
        file: 'large-1.0.tar.gz',
        bytes: gzipSync(
          await archive([
            ['large-1.0/data.bin', randomBytes(3_000_000)],
            ['large-1.0/PKG-INFO', metadataOf(project)],
          ]),
        ),
      },
    ];
    for (const file of files) {
      const answer = await upload(file);
      expect(answer.status, await answer.text()).toBe(200);
      const given = await fetch(at(`packages/large/${file.file}`), { headers: authorization() });
      expect(Buffer.from(await given.arrayBuffer()).equals(file.bytes)).toBe(true);
    }
    const described = await fetch(at('pypi/large/json'), { headers: authorization() });
    expect(await described.text()).toContain('"summary":"Large"');
  });

  it('is rejected with a message on the same connection', async () => {
    const answer = await upload(wheel(randomBytes(5_000_000), 'Name: other\nVersion: 1.0\n'));
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('other')]);
    // The reason phrase must not contain request data, because it is not validated like a header.
    expect(answer.statusText).toBe('Bad Request');
  });

  it('is rejected before it is received, without permission', async () => {
    const { payload, headers } = uploadForm(project, wheel(randomBytes(3_000_000)));
    const answer = await fetch(at(''), { method: 'POST', headers, body: payload });
    expect(answer.status).toBe(401);
  });

  it('is rejected early if only a reason is expected', async () => {
    const request = httpRequest(at('pypi/large/1.0/yank'), { method: 'POST', headers: authorization() });
    // Sends neither a length nor an end.
    request.write(' '.repeat(20_000));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    request.on('error', () => undefined).destroy();
  });

  it('leaves nothing behind if the client aborts', async () => {
    const other = { name: 'broken', version: '1.0' };
    const { payload, headers } = uploadForm(other, {
      ...wheel(randomBytes(3_000_000)),
      file: 'broken-1.0.zip',
    });
    const socket = connect(Number(new URL(platform.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = Object.entries({
      host: 'localhost',
      ...authorization(),
      ...headers,
      'content-length': String(payload.length),
    }).map(([key, value]) => `${key}: ${value}\r\n`);
    socket.write(`POST /artifactory/api/pypi/py/ HTTP/1.1\r\n${head.join('')}\r\n`);
    socket.write(payload.subarray(0, 2_000_000), () => socket.destroy());
    await once(socket, 'close');
    const answer = await fetch(at('simple/broken/'), { headers: authorization() });
    expect(answer.status).toBe(404);
  });
});
