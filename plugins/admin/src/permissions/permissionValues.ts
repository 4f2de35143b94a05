import type { HttpFailure, Message } from '@lading/contract';
import type { Permission, PermissionAction, ResourcePermission } from '@lading/contract/rest';
import type { Text } from '@lading/ui';
import { type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** Targets for several repositories, as the platform writes them. */
const BROAD: Readonly<Record<string, Message>> = {
  ANY: messages.any,
  'ANY LOCAL': messages.anyLocal,
  'ANY REMOTE': messages.anyRemote,
  'ANY DISTRIBUTION': messages.anyDistribution,
};

/** Those that can be selected: no repository is of the class distribution. */
export const BROAD_TARGETS = ['ANY', 'ANY LOCAL', 'ANY REMOTE'] as const;

/** Returns the name of a target. */
export function targetName(text: Text, key: string): string {
  const broad = Object.hasOwn(BROAD, key) ? BROAD[key] : undefined;
  return broad ? text(broad) : key;
}

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

/** Actions by user and group. */
export interface Grant {
  readonly name: string;
  readonly actions: readonly PermissionAction[];
}

/** The values of the form. */
export interface PermissionValues {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly users: readonly Grant[];
  readonly groups: readonly Grant[];
  /** Whether the permission includes builds: those whose names match the patterns. */
  readonly builds: boolean;
  readonly buildInclude: readonly string[];
  readonly buildExclude: readonly string[];
  readonly buildUsers: readonly Grant[];
  readonly buildGroups: readonly Grant[];
  /** Whether the permission includes release bundles. */
  readonly bundles: boolean;
  readonly bundleInclude: readonly string[];
  readonly bundleExclude: readonly string[];
  readonly bundleUsers: readonly Grant[];
  readonly bundleGroups: readonly Grant[];
}

/** The name that a permission uses for all builds. */
const BUILDS = 'artifactory-build-info';
/** The name that a permission uses for all release bundles. */
const BUNDLES = 'release-bundles-v2';
/** Actions of builds and release bundles. */
export const BUILD_ACTIONS = ['READ', 'WRITE', 'DELETE'] as const satisfies readonly PermissionAction[];

export const NEW_PERMISSION: PermissionValues = {
  ...{ name: '', targets: [], users: [], groups: [] },
  ...{ builds: false, buildInclude: [], buildExclude: [], buildUsers: [], buildGroups: [] },
  ...{ bundles: false, bundleInclude: [], bundleExclude: [], bundleUsers: [], bundleGroups: [] },
};

export function valuesOf({ name, resources }: Permission): PermissionValues {
  const { artifact, build, release_bundle: bundle } = resources;
  const { targets = {}, actions = { users: {}, groups: {} } } = artifact ?? {};
  const ofBuilds = build?.targets[BUILDS];
  const ofBundles = bundle?.targets[BUNDLES];
  return {
    name,
    targets: Object.entries(targets).map(([repository, patterns]) => ({
      repository,
      include: patterns.include_patterns ?? [],
      exclude: patterns.exclude_patterns ?? [],
    })),
    users: grantsOf(actions.users),
    groups: grantsOf(actions.groups),
    builds: ofBuilds !== undefined,
    buildInclude: ofBuilds?.include_patterns ?? [],
    buildExclude: ofBuilds?.exclude_patterns ?? [],
    buildUsers: grantsOf(build?.actions.users ?? {}),
    buildGroups: grantsOf(build?.actions.groups ?? {}),
    bundles: ofBundles !== undefined,
    bundleInclude: ofBundles?.include_patterns ?? [],
    bundleExclude: ofBundles?.exclude_patterns ?? [],
    bundleUsers: grantsOf(bundle?.actions.users ?? {}),
    bundleGroups: grantsOf(bundle?.actions.groups ?? {}),
  };
}

/**
 * Builds a change from `before`: the platform keeps omitted fields, so removed entries are sent as
 * empty.
 */
export function permissionOf(
  values: PermissionValues,
  before: PermissionValues = NEW_PERMISSION,
): Permission {
  const { name, targets, users, groups, builds, bundles } = values;
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
      ...(builds || before.builds ? { build: buildsOf(values) } : {}),
      ...(bundles || before.bundles ? { release_bundle: bundlesOf(values) } : {}),
    },
  };
}

function buildsOf(values: PermissionValues): ResourcePermission {
  const { builds, buildInclude, buildExclude, buildUsers, buildGroups } = values;
  if (!builds) return { actions: { users: {}, groups: {} }, targets: {} };
  return {
    actions: { users: recordOf(buildUsers), groups: recordOf(buildGroups) },
    targets: { [BUILDS]: { include_patterns: [...buildInclude], exclude_patterns: [...buildExclude] } },
  };
}

function bundlesOf(values: PermissionValues): ResourcePermission {
  const { bundles, bundleInclude, bundleExclude, bundleUsers, bundleGroups } = values;
  if (!bundles) return { actions: { users: {}, groups: {} }, targets: {} };
  return {
    actions: { users: recordOf(bundleUsers), groups: recordOf(bundleGroups) },
    targets: {
      [BUNDLES]: { include_patterns: [...bundleInclude], exclude_patterns: [...bundleExclude] },
    },
  };
}

/** Finds values that the platform would reject, or that would grant nothing. */
export function checkPermission(values: PermissionValues): FieldErrors<PermissionValues> {
  const { name, targets, builds, bundles } = values;
  return {
    ...(name.trim() === ''
      ? { name: { message: formMessages.missing } }
      : name.length > 200
        ? { name: { message: messages.tooLong } }
        : {}),
    ...(targets.length === 0 && !builds && !bundles ? { targets: { message: messages.noTarget } } : {}),
  };
}

export function permissionFieldOf({ code }: HttpFailure): keyof PermissionValues | undefined {
  return code === 'PERMISSION_EXISTS' ? 'name' : undefined;
}

function grantsOf(record: Readonly<Record<string, PermissionAction[]>>): Grant[] {
  return Object.entries(record).map(([name, actions]) => ({ name, actions }));
}

/** Omits users and groups without actions. */
function recordOf(grants: readonly Grant[]): Record<string, PermissionAction[]> {
  return Object.fromEntries(
    grants.filter(({ actions }) => actions.length > 0).map(({ name, actions }) => [name, [...actions]]),
  );
}
