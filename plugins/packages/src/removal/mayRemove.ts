import type { ShellApi } from '@lading/contract';

/** Whether to offer deletion. The plan decides which items the user can delete. */
export function mayRemove({ user }: Pick<ShellApi, 'user'>): boolean {
  const { current, signedIn } = user;
  return signedIn && (current?.admin || current?.canDeploy || current?.canManage || false);
}
