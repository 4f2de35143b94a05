import type { OwnAccessRequest } from '@lading/contract/rest';
import type { Caller } from '../access/Caller.ts';
import { allows, allowsEverywhere } from '../access/gateway.ts';

type Wanted = Pick<OwnAccessRequest, 'repository' | 'path' | 'action'>;

/** Without a path, the action must be allowed on every path. */
export async function hasAccess(caller: Caller, { repository, path, action }: Wanted): Promise<boolean> {
  return path === ''
    ? allowsEverywhere(caller, action, repository)
    : allows(caller, action, { repo: repository, path });
}
