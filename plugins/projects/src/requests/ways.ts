import type { AccessGrant, AccessRequest, AccessRequestOptions } from '@lading/contract/rest';
import type { Text } from '@lading/ui';
import { messages } from './messages.ts';

/** A decision in the selection of the dialog. Without `grant`: to decline. */
export interface Way {
  readonly key: string;
  readonly label: string;
  readonly grant?: AccessGrant;
}

const ANY = 'ANY';

/** The decisions about a request: those that grant the least first, to decline last. */
export function waysOf(options: AccessRequestOptions, text: Text): Way[] {
  const { allowed, roles, groups, permissions, project } = options;
  return [
    ...(allowed ? [{ key: 'allowed', label: text(messages.byNothing), grant: {} }] : []),
    ...roles.map((role) => ({
      ...{ key: `role ${role}`, grant: { role } },
      label: text(messages.byRole, { role, project: project ?? '' }),
    })),
    ...permissions.map((each) => ({
      ...{ key: `permission ${each.name}`, grant: { permission: each.name } },
      label: text(messages.byPermission, {
        permission: each.name,
        repositories: repositoriesOf(each, text),
      }),
    })),
    ...groups.map((group) => ({
      ...{ key: `group ${group}`, grant: { group } },
      label: text(messages.byGroup, { group }),
    })),
    { key: 'decline', label: text(messages.decline) },
  ];
}

function repositoriesOf(
  { repositories, count }: AccessRequestOptions['permissions'][number],
  text: Text,
): string {
  if (repositories.includes(ANY)) return text(messages.anyRepository);
  const shown = repositories.map((key) => targetName(key, text)).join(', ');
  const left = count - repositories.length;
  return left > 0 ? text(messages.andMore, { repositories: shown, count: left }) : shown;
}

/** Targets for all repositories of a class have names of their own. */
const classes = new Map([
  ['ANY LOCAL', messages.anyLocal],
  ['ANY REMOTE', messages.anyRemote],
  ['ANY DISTRIBUTION', messages.anyDistribution],
]);

function targetName(key: string, text: Text): string {
  const named = classes.get(key);
  return named ? text(named) : key;
}

export const placeOf = ({ repository, path }: Pick<AccessRequest, 'repository' | 'path'>): string =>
  [repository, path].filter(Boolean).join('/');

/** The form of a new permission that grants the request. */
export function newPermissionPath({ id, user, repository, path, action }: AccessRequest): string {
  const query = new URLSearchParams({ request: id, user, repository, action });
  if (path !== '') query.set('path', path);
  return `/admin/management/permissions/create?${query}`;
}
