import type { OwnAccessRequest } from '@lading/contract/rest';

/** Describes a request for the audit log. */
export function describeRequest({
  id,
  action,
  repository,
  path,
}: Pick<OwnAccessRequest, 'id' | 'action' | 'repository' | 'path'>): string {
  return `Request ${id}: ${action} ${[repository, path].filter(Boolean).join('/')}`;
}
