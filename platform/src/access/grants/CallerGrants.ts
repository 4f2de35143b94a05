import type { PermissionAction, ResourcePermission } from '@lading/contract/rest';
import { type GrantPlace, type NamedResources, targetsOn } from './PermissionIndex.ts';

export type PermissionTarget = ResourcePermission['targets'][string];

/** One target of a permission, with the actions that the permission grants the caller on it. */
export interface Grant {
  readonly actions: ReadonlySet<PermissionAction>;
  readonly target: PermissionTarget;
  readonly source: GrantSource;
  /** Key of the target. */
  readonly on: string;
}

/** The permission that a grant comes from, with its users and groups. */
interface GrantSource {
  readonly permission: string;
  readonly actions: ResourcePermission['actions'];
}

/** Plugins in this repository run in every user's console. */
export const pluginsRepository = 'plugins-local';

/**
 * Publishing plugins requires a separate permission: only permissions that name the repository
 * grant it, not those on all repositories.
 */
function isByName(action: PermissionAction, repository: string): boolean {
  return repository === pluginsRepository && action === 'WRITE';
}

/** Key of the only target of builds. */
export const buildTarget = 'artifactory-build-info';

/** Key of the only target of release bundles. */
export const bundleTarget = 'release-bundles-v2';

/**
 * Everything that permissions grant one user with certain groups, indexed by repository, so that a
 * lookup needs no scan.
 */
export class CallerGrants {
  readonly #byRepository = new Map<string, Grant[]>();
  readonly #builds: Grant[] = [];
  readonly #bundles: Grant[] = [];
  readonly #anywhere = new Set<PermissionAction>();
  #size = 1;

  /** `permissions` are those that include the user or one of the groups. */
  constructor(permissions: Iterable<NamedResources>, userName: string, groups: readonly string[]) {
    const members = new Set(groups);
    const grant = (permission: string, { actions }: ResourcePermission, target: PermissionTarget): Grant => ({
      actions: grantedBy(actions, userName, members),
      target,
      source: { permission, actions },
      on: '',
    });
    for (const { name, resources } of permissions) {
      const { artifact, build, release_bundle: bundle } = resources;
      if (artifact) this.#addArtifact(artifact.targets, grant(name, artifact, {}));
      const builds = build && own(build.targets, buildTarget);
      if (builds) this.#builds.push(grant(name, build, builds));
      const bundles = bundle && own(bundle.targets, bundleTarget);
      if (bundles) this.#bundles.push(grant(name, bundle, bundles));
    }
  }

  /** Number of targets, as a measure of memory. */
  get size(): number {
    return this.#size;
  }

  /** Whether the action is granted on some path of the repository. */
  has(action: PermissionAction, repository: GrantPlace): boolean {
    const among = (key: string) => this.#byRepository.get(key)?.some(({ actions }) => actions.has(action));
    return targetsFor(action, repository).some(among);
  }

  /** Returns the repository's targets on which the action is granted. */
  targets(action: PermissionAction, repository: GrantPlace): PermissionTarget[] {
    return this.grants(action, repository).map(({ target }) => target);
  }

  /** Returns the same targets with their permissions. */
  grants(action: PermissionAction, repository: GrantPlace): Grant[] {
    return targetsFor(action, repository)
      .flatMap((key) => this.#byRepository.get(key) ?? [])
      .filter(({ actions }) => actions.has(action));
  }

  /** Returns the build targets on which the action is granted. */
  buildTargets(action: PermissionAction): PermissionTarget[] {
    return targetsOf(this.#builds, action);
  }

  /** Returns the release bundle targets on which the action is granted. */
  bundleTargets(action: PermissionAction): PermissionTarget[] {
    return targetsOf(this.#bundles, action);
  }

  /** Whether the action is granted in any repository. */
  anywhere(action: PermissionAction): boolean {
    return this.#anywhere.has(action);
  }

  #addArtifact(targets: ResourcePermission['targets'], { actions, source }: Grant): void {
    if (actions.size === 0) return;
    for (const [repository, target] of Object.entries(targets)) {
      const known = this.#byRepository.get(repository);
      const grant = { actions, target, source, on: repository };
      if (known) known.push(grant);
      else this.#byRepository.set(repository, [grant]);
      for (const action of actions) this.#anywhere.add(action);
      this.#size += 1;
    }
  }
}

/** Returns the keys of the targets that can grant the action on the repository. */
function targetsFor(action: PermissionAction, repository: GrantPlace): string[] {
  return isByName(action, repository.key) ? [repository.key] : targetsOn(repository);
}

function targetsOf(grants: readonly Grant[], action: PermissionAction): PermissionTarget[] {
  return grants.flatMap(({ actions, target }) => (actions.has(action) ? [target] : []));
}

/** Iterates over the groups of the permission, which are fewer than the caller's. */
function grantedBy(
  actions: ResourcePermission['actions'],
  userName: string,
  groups: ReadonlySet<string>,
): ReadonlySet<PermissionAction> {
  const granted = new Set(own(actions.users, userName));
  for (const [group, list] of Object.entries(actions.groups)) {
    if (groups.has(group)) for (const action of list) granted.add(action);
  }
  return granted;
}

/** Reads only own properties, because a user may be named `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
