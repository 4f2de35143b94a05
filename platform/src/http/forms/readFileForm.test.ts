import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { readFileForm } from './readFileForm.ts';

let platform: TestPlatform;
const failures: string[] = [];
beforeAll(async () => {
  platform = await testPlatform({
    listen: true,
    extend: (app) =>
      app.register(async (forms) => {
        forms.removeAllContentTypeParsers();
        forms.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
        forms.post('/test/form', async (request) => {
          try {
            const files = await readFileForm(request, { limit: 100_000, parts: 3 });
            return files.map(({ field, blob }) => [field, blob.size]);
          } catch (error) {
            failures.push((error as Error).message);
            throw error;
          }
        });
      }),
  });
});
afterAll(() => platform.close());

async function post(form: FormData) {
  const answer = await fetch(`${platform.baseUrl}/test/form`, { method: 'POST', body: form });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}
const formOf = (sizes: number[]) => {
  const form = new FormData();
  for (const [at, size] of sizes.entries()) form.append(`part${at}`, new Blob([new Uint8Array(size)]), 'x');
  return form;
};

describe('readFileForm', () => {
  it('reads every part, of many concurrent forms', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(formOf([1, 70_000, 0]))));
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([
        200,
        [
          ['part0', 1],
          ['part1', 70_000],
          ['part2', 0],
        ],
      ]);
    }
  });

  it('stops at its limits with a message, and keeps the connection open', async () => {
    expect((await post(formOf([100_001]))).status).toBe(413);
    const many = await post(formOf([1, 1, 1, 1]));
    expect([many.status, many.json.errors[0].message]).toEqual([
      400,
      expect.stringContaining('more than 3 parts'),
    ]);
    expect((await post(formOf([1]))).status).toBe(200);
  });

  it('notices when the client disconnects', async () => {
    failures.length = 0;
    const { port, hostname } = new URL(platform.baseUrl);
    const socket = connect(Number(port), hostname);
    const head =
      'POST /test/form HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000\r\n\r\n';
    socket.end(`${head}--b\r\ncontent-disposition: form-data; name="a"; filename="x"\r\n\r\nsome of it`);
    await expect.poll(() => failures).toEqual([expect.stringContaining('Invalid upload form')]);
  });
});
