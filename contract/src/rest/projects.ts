/** Projects, their members and environments. Paths are under `/access/api/v1` unless they begin with `/ui`. */

/** What a project's administrators may do themselves. */
export interface ProjectAdminPrivileges {
  manage_members: boolean;
  /** Make, change and delete the project's repositories. */
  manage_resources: boolean;
  /** Kept for the scanning service; nothing asks for it here. */
  index_resources: boolean;
}

/** GET `/projects` gives a list of those that the caller belongs to, for administrators all; GET, PUT, DELETE `/projects/{key}`. */
export interface Project {
  /** Begins with a lower-case letter; lower-case letters, digits and hyphens, up to 128. Never changes. */
  project_key: string;
  display_name: string;
  description: string;
  admin_privileges: ProjectAdminPrivileges;
  /** -1: no limit. It is kept, and not yet held against what is stored. */
  storage_quota_bytes: number;
}

/** POST `/projects`, for administrators. */
export interface NewProject {
  project_key: string;
  display_name: string;
  description?: string;
  admin_privileges?: Partial<ProjectAdminPrivileges>;
  storage_quota_bytes?: number;
}

/** PUT `/projects/{key}`: what is left out stays. A project's administrators change its name and description. */
export type ProjectChange = Omit<Partial<NewProject>, 'project_key'>;

export type ProjectRole =
  | 'Project Admin'
  | 'Developer'
  | 'Contributor'
  | 'Viewer'
  | 'Release Manager'
  | 'Security Manager';

/** PUT `/projects/{key}/users|groups/{name}`; what the body leaves out comes from the address. */
export interface ProjectMember {
  name: string;
  roles: ProjectRole[];
}

/** GET `/projects/{key}/users` and `/projects/{key}/groups`. */
export interface ProjectMembers {
  members: ProjectMember[];
}

/** GET `/projects/{key}/roles` gives a list. */
export interface ProjectRoleDescription {
  name: ProjectRole;
  description: string;
  type: 'PREDEFINED';
  /** In the project's repositories. */
  actions: ('READ' | 'WRITE' | 'DELETE' | 'ANNOTATE' | 'MANAGE')[];
}

/** GET `/environments` gives a list; POST and DELETE `/environments/{name}` for administrators. */
export interface Environment {
  name: string;
}

/**
 * GET `/ui/api/v1/access/projects?search=&limit=&after=`: for choosing one, by name; at most 1000, 100 unless `limit` says so.
 * `after` is the `next` of the answer before; 400 `BAD_CURSOR` for one that was made up.
 */
export interface ProjectChoices {
  projects: ProjectChoice[];
  /** How many there are that the caller belongs to and that `search` finds in name or key. */
  total: number;
  /** For those that follow; absent: there are none. */
  next?: string;
  /** The caller may make projects. */
  mayCreate: boolean;
}

/** GET `/ui/api/v1/access/projects/{key}`: 404 `PROJECT_NOT_FOUND`, also for one that the caller does not belong to. */
export interface ProjectChoice {
  key: string;
  name: string;
  /** The caller administers it, as the project's administrator or the platform's. */
  administers: boolean;
}
