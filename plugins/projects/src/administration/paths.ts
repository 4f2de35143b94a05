/** Pages of the administration about projects. */
export const PROJECTS = '/admin/management/projects';

export function projectPath(key: string): string {
  return `${PROJECTS}/edit/${encodeURIComponent(key)}`;
}

export function projectMembersPath(key: string): string {
  return `${PROJECTS}/members/${encodeURIComponent(key)}`;
}
