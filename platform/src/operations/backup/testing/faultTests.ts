import { expect, it, vi } from 'vitest';
import { blobEnvironment } from '../../../blobs/s3/testing/S3Server.ts';
import { type BucketTest, command, sha256Of } from './useBucket.ts';

/** Tests what damaged backups, wrong settings, and unsuitable buckets cause. */
export function testFaults(s3: BucketTest, isComplete: boolean): void {
  const { put, urlOf, environment, backUp, keysOf, change } = s3;

  it('report damaged and missing objects', async () => {
    const url = urlOf('damaged');
    await put('d/file.txt', 'damaged later');
    await put('d/gone.txt', 'missing later');
    expect(await backUp(url)).toMatchObject({ code: 0 });
    const [damaged, gone] = [sha256Of('damaged later'), sha256Of('missing later')];
    await change(url, async (bucket) => {
      await bucket.put(`blobs/${damaged.slice(0, 2)}/${damaged}`, Buffer.from('damaged!'));
      await bucket.delete(`blobs/${gone.slice(0, 2)}/${gone}`);
    });
    const { code, output } = await command(['verify', url]);
    expect(code).toBe(1);
    expect(output).toContain(`damaged/blobs/${damaged.slice(0, 2)}/${damaged} is damaged`);
    expect(output).toContain(`damaged/blobs/${gone.slice(0, 2)}/${gone} is missing`);
    expect(output).toContain('Delete the damaged files in blobs/: the next backup copies them');
    // The size of the damaged one differs.
    expect(await backUp(url)).toMatchObject({ code: 0 });
    expect(await command(['verify', url])).toMatchObject({
      ...{ code: 0, output: expect.stringContaining('no damaged or missing files') },
    });
    const keys = await keysOf(url);
    const manifest = keys.find((key) => key.endsWith('manifest.json')) ?? '';
    await change(url, (bucket) => bucket.put(manifest, Buffer.from('{}')));
    expect(await command(['verify', url])).toMatchObject({
      ...{ code: 1, output: expect.stringContaining(`${manifest} is damaged`) },
    });
  });

  it('fail with the reason and the next step, and without secrets', async () => {
    const secret = 'wrong-secret-0123456789';
    const outputs: string[] = [];
    const fail = async (url: string, message: RegExp, env: Record<string, string> = {}) => {
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      const { code, output } = await backUp(url);
      for (const name of Object.keys(env))
        vi.stubEnv(
          name,
          name === 'AWS_ACCESS_KEY_ID'
            ? s3.server.credentials.accessKeyId
            : s3.server.credentials.secretAccessKey,
        );
      outputs.push(output);
      expect([code, output]).toEqual([1, expect.stringMatching(message)]);
    };
    if (isComplete) {
      await fail(urlOf('wrong'), /rejected the credentials \(.+\)\. Set AWS_ACCESS_KEY_ID/, {
        AWS_SECRET_ACCESS_KEY: secret,
      });
      await fail(
        urlOf('wrong'),
        /rejected the credentials \(InvalidAccessKeyId.*\)\. Set AWS_ACCESS_KEY_ID/,
        {
          AWS_ACCESS_KEY_ID: 'unknown-key',
        },
      );
    }
    await fail(
      urlOf('x', s3.server, 'no-such-bucket'),
      /bucket no-such-bucket does not exist at .*\. Create it/,
    );
    await fail(
      urlOf('x', { endpoint: 'http://127.0.0.1:9' }),
      /127\.0\.0\.1:9 is not reachable \(.*ECONNREFUSED/,
    );
    await change(urlOf('other'), (bucket) => bucket.put('holiday.jpg', Buffer.from('1')));
    await fail(urlOf('other'), /contains other objects, such as holiday\.jpg\. Select an empty/);
    const foreign = JSON.stringify({ format: 1, instance: 'another' });
    await change(urlOf('foreign'), (bucket) => bucket.put('lading-backups.json', Buffer.from(foreign)));
    await fail(urlOf('foreign'), /contains backups of another installation/);
    await change(urlOf('marker'), (bucket) => bucket.put('lading-backups.json', Buffer.from('{')));
    await fail(urlOf('marker'), /lading-backups\.json in .* is damaged/);
    const { code, output } = await command(
      ['backup', urlOf('store/backups')],
      environment(blobEnvironment(s3.server, 'store')),
    );
    expect([code, output]).toEqual([1, expect.stringContaining('overlaps the blob store')]);
    const withPassword = await backUp(`s3://key:${secret}@bucket/prefix`);
    expect(withPassword).toMatchObject({ code: 1, output: expect.stringContaining('Set credentials as') });
    for (const text of [...outputs, output, withPassword.output]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(s3.server.credentials.secretAccessKey);
    }
  });
}
