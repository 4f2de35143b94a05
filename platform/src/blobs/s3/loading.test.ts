import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../../testing/serverProcess.ts';

it('imports the S3 library in one place, which runs only when a bucket is opened', async () => {
  const { metafile } = await build({
    entryPoints: [join(root, 'platform/src/server.ts')],
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' },
    ...{ metafile: true, write: false, outdir: join(root, 'build/never-written'), logLevel: 'silent' },
  });
  const imports = Object.entries(metafile.inputs).flatMap(([file, { imports: all }]) =>
    all
      .filter(({ path, external }) => external && /^@(aws-sdk|smithy)\//.test(path))
      .map(({ path, kind }) => ({ file: file.split('/src/').at(-1), path, kind })),
  );
  const file = 'blobs/s3/openClient.ts';
  const kind = 'dynamic-import';
  expect(imports).toEqual([
    { file, path: '@aws-sdk/client-s3', kind },
    { file, path: '@aws-sdk/client-s3', kind },
    { file, path: '@aws-sdk/s3-request-presigner', kind },
  ]);
});
