import { expect, it } from 'vitest';
import { BadTarget } from './BackupTarget.ts';
import { fullTarget } from './fullTarget.ts';

const disk = { isLocal: true, name: '/mnt/backups' };
const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

it.each(['ENOSPC', 'EDQUOT'])('names a disk without space, and what to do, for %s', (code) => {
  const error = fullTarget(disk, failure(code));
  expect(error).toBeInstanceOf(BadTarget);
  expect((error as Error).message).toBe(
    '/mnt/backups has no space left. Free some space or use a larger disk',
  );
});

it('does not change other errors, nor those of a bucket', () => {
  const [broken, full] = [failure('EIO'), failure('ENOSPC')];
  expect(fullTarget(disk, broken)).toBe(broken);
  expect(fullTarget({ isLocal: false, name: 's3://backups' }, full)).toBe(full);
});
