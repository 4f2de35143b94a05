import type { ProjectRole } from '@lading/contract/rest';

/** Roles from most to fewest permissions. Their names are the same in every language. */
export const ROLES: readonly ProjectRole[] = [
  'Project Admin',
  'Developer',
  'Contributor',
  'Release Manager',
  'Security Manager',
  'Viewer',
];
