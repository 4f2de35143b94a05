import type { Caller } from '../../access/Caller.ts';
import { allowsProject } from '../../access/gateway.ts';
import { grantsAction, membershipsOf } from '../../access/projects/memberships.ts';

/** Keys of the projects whose shared searches the caller can see. */
export async function visibleProjectKeys(caller: Caller): Promise<'all' | readonly string[]> {
  return caller.admin ? 'all' : [...(await membershipsOf(caller)).keys()];
}

/** Whether a role lets the caller annotate, which includes sharing searches with the project. */
export async function mayShare(caller: Caller, project: string): Promise<boolean> {
  if (caller.admin) return true;
  const membership = (await membershipsOf(caller)).get(project);
  return membership !== undefined && grantsAction(membership, 'ANNOTATE');
}

/** Authors can change their shared searches while they can share, project administrators all. */
export async function mayChangeShared(caller: Caller, project: string, author: string): Promise<boolean> {
  if (await allowsProject(caller, 'settings', project)) return true;
  return author === caller.userName && mayShare(caller, project);
}
