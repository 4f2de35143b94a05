import type { ShellApi } from '@lading/contract';

/** Whether to offer deletion. The plan decides which items the user can delete. */
export function mayRemove({ user }: Pick<ShellApi, 'user'>): boolean {
  const { current, signedIn } = user;
  if (!signedIn || !current) return false;
  const { admin, canDelete, canDeploy, canManage } = current;
  // Other servers do not say who can delete.
  return admin || (canDelete ?? (canDeploy || canManage));
}
