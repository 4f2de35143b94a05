import { type BackupTarget, BadTarget } from './BackupTarget.ts';

/** Returns the error, or one that names the full disk, which the system does not. */
export function fullTarget(
  { isLocal, name }: Pick<BackupTarget, 'isLocal' | 'name'>,
  error: unknown,
): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!isLocal || (code !== 'ENOSPC' && code !== 'EDQUOT')) return error;
  return new BadTarget(`${name} has no space left. Free some space or use a larger disk`);
}
