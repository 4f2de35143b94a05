import type { Permission, PermissionAction, ResourcePermission } from '@lading/contract/rest';

export type PermissionTarget = ResourcePermission['targets'][string];

/** One target of a permission, with the actions that the permission grants the caller there. */
interface Grant {
  readonly actions: ReadonlySet<PermissionAction>;
  readonly target: PermissionTarget;
}

/** Key of a target that stands for all repositories. */
const anyRepository = 'ANY';

/** Key of the only target of builds. */
const buildTarget = 'artifactory-build-info';

/** Key of the only target of release bundles. */
const bundleTarget = 'release-bundles-v2';

/** Everything that permissions grant one user with certain groups, by repository: a lookup costs no scan. */
export class CallerGrants {
  readonly #byRepository = new Map<string, Grant[]>();
  readonly #builds: Grant[] = [];
  readonly #bundles: Grant[] = [];
  readonly #anywhere = new Set<PermissionAction>();
  #size = 1;

  /** `permissions` are those that name the user or one of the groups. */
  constructor(permissions: Iterable<Permission['resources']>, userName: string, groups: readonly string[]) {
    const members = new Set(groups);
    for (const { artifact, build, release_bundle: bundle } of permissions) {
      if (artifact) this.#addArtifact(artifact, grantedBy(artifact, userName, members));
      const builds = build && own(build.targets, buildTarget);
      if (builds) this.#builds.push({ actions: grantedBy(build, userName, members), target: builds });
      const bundles = bundle && own(bundle.targets, bundleTarget);
      if (bundles) this.#bundles.push({ actions: grantedBy(bundle, userName, members), target: bundles });
    }
  }

  /** How many targets it holds: the measure of its memory. */
  get size(): number {
    return this.#size;
  }

  /** Whether the action is granted on some path of the repository. */
  has(action: PermissionAction, repository: string): boolean {
    const among = (key: string) => this.#byRepository.get(key)?.some(({ actions }) => actions.has(action));
    return among(repository) || among(anyRepository) || false;
  }

  /** Targets of the repository on which the action is granted. */
  targets(action: PermissionAction, repository: string): PermissionTarget[] {
    const grants = [
      ...(this.#byRepository.get(repository) ?? []),
      ...(this.#byRepository.get(anyRepository) ?? []),
    ];
    return targetsOf(grants, action);
  }

  /** Targets of builds on which the action is granted. */
  buildTargets(action: PermissionAction): PermissionTarget[] {
    return targetsOf(this.#builds, action);
  }

  /** Targets of release bundles on which the action is granted. */
  bundleTargets(action: PermissionAction): PermissionTarget[] {
    return targetsOf(this.#bundles, action);
  }

  /** Whether the action is granted in any repository. */
  anywhere(action: PermissionAction): boolean {
    return this.#anywhere.has(action);
  }

  #addArtifact({ targets }: ResourcePermission, actions: ReadonlySet<PermissionAction>): void {
    if (actions.size === 0) return;
    for (const [repository, target] of Object.entries(targets)) {
      const known = this.#byRepository.get(repository);
      if (known) known.push({ actions, target });
      else this.#byRepository.set(repository, [{ actions, target }]);
      for (const action of actions) this.#anywhere.add(action);
      this.#size += 1;
    }
  }
}

function targetsOf(grants: readonly Grant[], action: PermissionAction): PermissionTarget[] {
  return grants.flatMap(({ actions, target }) => (actions.has(action) ? [target] : []));
}

/** Goes through the groups of the permission, which are few, instead of the caller's. */
function grantedBy(
  { actions }: ResourcePermission,
  userName: string,
  groups: ReadonlySet<string>,
): ReadonlySet<PermissionAction> {
  const granted = new Set(own(actions.users, userName));
  for (const [group, list] of Object.entries(actions.groups)) {
    if (groups.has(group)) for (const action of list) granted.add(action);
  }
  return granted;
}

/** Reads only the document's own keys: a user may be named `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
