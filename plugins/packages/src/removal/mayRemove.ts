import type { ShellApi } from '@lading/contract';

/** Whether deletion is offered: what exactly one may delete, the plan says. */
export function mayRemove({ user }: Pick<ShellApi, 'user'>): boolean {
  const { current, signedIn } = user;
  return signedIn && (current?.admin || current?.canDeploy || current?.canManage || false);
}
