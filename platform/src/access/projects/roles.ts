import type { ProjectRole, ProjectRoleDescription } from '@lading/contract/rest';

type Actions = ProjectRoleDescription['actions'];

const roles: Readonly<Record<ProjectRole, { description: string; actions: Actions }>> = {
  'Project Admin': {
    description:
      'Full access to the project, its members, and its repositories, within the privileges of the project',
    actions: ['READ', 'WRITE', 'DELETE', 'ANNOTATE', 'MANAGE'],
  },
  Developer: {
    description: 'Publishes, changes, and deletes',
    actions: ['READ', 'WRITE', 'DELETE', 'ANNOTATE'],
  },
  Contributor: { description: 'Publishes and annotates', actions: ['READ', 'WRITE', 'ANNOTATE'] },
  Viewer: { description: 'Reads', actions: ['READ'] },
  'Release Manager': { description: 'Reads and annotates', actions: ['READ', 'ANNOTATE'] },
  'Security Manager': { description: 'Reads', actions: ['READ'] },
};

export const projectRoles = Object.keys(roles) as ProjectRole[];

export function actionsOf(role: ProjectRole): Actions {
  return roles[role].actions;
}

export function describeRoles(): ProjectRoleDescription[] {
  return projectRoles.map((name) => ({ name, type: 'PREDEFINED', ...roles[name] }));
}
