import type { HttpFailure } from '@lading/contract';
import type { Permission, PermissionAction } from '@lading/contract/rest';
import type { Faults } from '../form/FormStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { messages } from './messages.ts';

/** Every repository, as the platform writes it. */
export const ANY = 'ANY';
export const ACTIONS = [
  'READ',
  'WRITE',
  'DELETE',
  'ANNOTATE',
  'MANAGE',
] as const satisfies readonly PermissionAction[];

export interface Target {
  readonly repository: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Who may do what. */
export interface Grant {
  readonly name: string;
  readonly actions: readonly PermissionAction[];
}

/** What the form holds. */
export interface PermissionValues {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly users: readonly Grant[];
  readonly groups: readonly Grant[];
}

export const NEW_PERMISSION: PermissionValues = { name: '', targets: [], users: [], groups: [] };

export function valuesOf({ name, resources: { artifact } }: Permission): PermissionValues {
  const { targets = {}, actions = { users: {}, groups: {} } } = artifact ?? {};
  return {
    name,
    targets: Object.entries(targets).map(([repository, patterns]) => ({
      repository,
      include: patterns.include_patterns ?? [],
      exclude: patterns.exclude_patterns ?? [],
    })),
    users: grantsOf(actions.users),
    groups: grantsOf(actions.groups),
  };
}

export function permissionOf({ name, targets, users, groups }: PermissionValues): Permission {
  return {
    name: name.trim(),
    resources: {
      artifact: {
        actions: { users: recordOf(users), groups: recordOf(groups) },
        targets: Object.fromEntries(
          targets.map(({ repository, include, exclude }) => [
            repository,
            { include_patterns: [...include], exclude_patterns: [...exclude] },
          ]),
        ),
      },
    },
  };
}

/** What the platform would refuse, and what would grant nothing. */
export function checkPermission({ name, targets }: PermissionValues): Faults<PermissionValues> {
  return {
    ...(name.trim() === ''
      ? { name: { message: formMessages.missing } }
      : name.length > 200
        ? { name: { message: messages.tooLong } }
        : {}),
    ...(targets.length === 0 ? { targets: { message: messages.noTarget } } : {}),
  };
}

export function permissionFieldOf({ code }: HttpFailure): keyof PermissionValues | undefined {
  return code === 'PERMISSION_EXISTS' ? 'name' : undefined;
}

function grantsOf(record: Readonly<Record<string, PermissionAction[]>>): Grant[] {
  return Object.entries(record).map(([name, actions]) => ({ name, actions }));
}

/** Who may do nothing is not in it. */
function recordOf(grants: readonly Grant[]): Record<string, PermissionAction[]> {
  return Object.fromEntries(
    grants.filter(({ actions }) => actions.length > 0).map(({ name, actions }) => [name, [...actions]]),
  );
}
