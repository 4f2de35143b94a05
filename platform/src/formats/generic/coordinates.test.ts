import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processorMs.ts';
import { coordinatesOf } from './coordinates.ts';

describe('coordinatesOf', () => {
  it.each([
    ['tools/kubectl/1.30.1/kubectl', 'tools/kubectl', '1.30.1'],
    ['tools/kubectl/v1.30.1/linux/amd64/kubectl', 'tools/kubectl', '1.30.1'],
    ['app/2.0/old/2.1.0-rc.1/app.zip', 'app/2.0/old', '2.1.0-rc.1'],
    ['app/1.2.3-SNAPSHOT/app.zip', 'app', '1.2.3-SNAPSHOT'],
    ['tools/jq-1.7.1.tgz', 'tools/jq', '1.7.1'],
    ['tools/jq-1.7.1-linux-amd64.tar.gz', 'tools/jq', '1.7.1'],
    ['tools/jq-1.7.1-rc1.tar.gz', 'tools/jq', '1.7.1-rc1'],
    ['curl_8.5.0-2_amd64.deb', 'curl', '8.5.0'],
    ['my-app-v2.10.zip', 'my-app', '2.10'],
    ['7zip-24.08.7z', '7zip', '24.08'],
    ['tools/jq-1.7.1.tgz.sha256', 'tools/jq', '1.7.1'],
  ])('%s belongs to %s in version %s', (path, name, version) => {
    expect(coordinatesOf(path)).toEqual({ name, version });
  });

  it('is fast for hostile file names', () => {
    const taken = processorMs(() => {
      coordinatesOf(`x-1.1${'a-'.repeat(120)}!`);
      coordinatesOf(`${'x-1.1'.repeat(50)}!`);
    });
    expect(taken).toBeLessThan(500);
  });

  it.each([
    ['docs/manual.pdf', 'docs/manual.pdf'],
    ['docs/manual.pdf.asc', 'docs/manual.pdf'],
    ['1.2.3/readme.txt', '1.2.3/readme.txt'],
    ['report-2024.csv', 'report-2024.csv'],
    ['backup-2024-05-01.tgz', 'backup-2024-05-01.tgz'],
    ['utf-8.txt', 'utf-8.txt'],
    ['v2/model.bin', 'v2/model.bin'],
  ])('%s is a separate package', (path, name) => {
    expect(coordinatesOf(path)).toEqual({ name });
  });
});
