import type { Permission } from '@lading/contract/rest';

type Resources = Permission['resources'];

/** Key of a target for all repositories. */
export const anyRepository = 'ANY';

/** Keys of targets for all repositories of a class, as in Artifactory. */
const classTargets: Readonly<Record<string, string>> = { local: 'ANY LOCAL', remote: 'ANY REMOTE' };

/** Keys of targets for several repositories. No repository here is of the class distribution. */
export const broadTargets: readonly string[] = [
  anyRepository,
  ...Object.values(classTargets),
  'ANY DISTRIBUTION',
];

/** A repository to look up. Without a class, only targets for it or for all repositories apply. */
export interface GrantPlace {
  readonly key: string;
  /** Class of the repository. */
  readonly type: string | undefined;
}

/** Returns the keys of the targets that apply to the repository. */
export function targetsOn({ key, type = '' }: GrantPlace): string[] {
  const ofClass = Object.hasOwn(classTargets, type) ? classTargets[type] : undefined;
  return [...new Set([key, anyRepository, ...(ofClass === undefined ? [] : [ofClass])])];
}

/** Returns the class whose repositories the target is for, or undefined for other targets. */
export function classOfTarget(key: string): string | undefined {
  return Object.keys(classTargets).find((type) => classTargets[type] === key);
}

/** A permission as stored in the index. */
export interface NamedResources {
  readonly name: string;
  readonly resources: Resources;
}

/** Indexes all permissions by name, by their users and groups, and by repository. */
export class PermissionIndex {
  readonly #byName = new Map<string, Resources>();
  readonly #byGrantee = new Map<string, Set<string>>();
  readonly #byRepository = new Map<string, Set<string>>();

  /**
   * Adds, replaces, or removes (`undefined`) one permission. Returns the users and groups before
   * and after the change.
   */
  set(name: string, resources: Resources | undefined): Set<string> {
    const before = this.#byName.get(name);
    const concerned = new Set<string>();
    for (const grantee of before ? granteesOf(before) : []) {
      concerned.add(grantee);
      this.#byGrantee.get(grantee)?.delete(name);
    }
    for (const repository of repositoriesOf(before)) this.#byRepository.get(repository)?.delete(name);
    this.#byName.delete(name);
    if (!resources) return concerned;
    this.#byName.set(name, resources);
    for (const repository of repositoriesOf(resources)) add(this.#byRepository, repository, name);
    for (const grantee of granteesOf(resources)) {
      concerned.add(grantee);
      add(this.#byGrantee, grantee, name);
    }
    return concerned;
  }

  /** Returns the resources of the permission, or undefined. */
  get(name: string): Resources | undefined {
    return this.#byName.get(name);
  }

  /**
   * Returns the grants in some repositories, and all grants on several. Later changes of either
   * index do not affect the other.
   */
  within(repositories: Iterable<string>): PermissionIndex {
    const part = new PermissionIndex();
    const wanted = new Set([...repositories, ...broadTargets]);
    const names = new Set([...wanted].flatMap((key) => [...(this.#byRepository.get(key) ?? [])]));
    for (const name of names) {
      const artifact = this.#byName.get(name)?.artifact;
      if (artifact) part.set(name, { artifact: { ...artifact, targets: pick(artifact.targets, wanted) } });
    }
    return part;
  }

  /** Returns the permissions on artifacts. */
  *artifacts(): Generator<{ name: string; artifact: NonNullable<Resources['artifact']> }> {
    for (const [name, { artifact }] of this.#byName) if (artifact) yield { name, artifact };
  }

  /** Returns all users and groups in permissions. */
  named(): { users: string[]; groups: string[] } {
    const names = [...this.#byGrantee].flatMap(([grantee, { size }]) => (size > 0 ? [grantee] : []));
    const of = (kind: string) =>
      names.flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : []));
    return { users: of('user '), groups: of('group ') };
  }

  /** Returns the permissions that include one of the grantees, each once. */
  *naming(grantees: Iterable<string>): Generator<NamedResources> {
    const seen = new Set<string>();
    for (const grantee of grantees) {
      for (const name of this.#byGrantee.get(grantee) ?? []) {
        const resources = seen.has(name) ? undefined : this.#byName.get(name);
        seen.add(name);
        if (resources) yield { name, resources };
      }
    }
  }
}

/** Returns keys of grantees in the index. A user and a group may have the same name. */
export function grantees(userName: string, groups: readonly string[]): string[] {
  return [`user ${userName}`, ...groups.map((group) => `group ${group}`)];
}

function granteesOf({ artifact, build, release_bundle }: Resources): Set<string> {
  return new Set(
    [artifact, build, release_bundle].flatMap((resource) => [
      ...Object.keys(resource?.actions.users ?? {}).map((name) => `user ${name}`),
      ...Object.keys(resource?.actions.groups ?? {}).map((name) => `group ${name}`),
    ]),
  );
}

function repositoriesOf(resources: Resources | undefined): string[] {
  return Object.keys(resources?.artifact?.targets ?? {});
}

function add(sets: Map<string, Set<string>>, key: string, name: string): void {
  const names = sets.get(key);
  if (names) names.add(name);
  else sets.set(key, new Set([name]));
}

/** Iterates over the wanted keys, which are fewer than the targets. */
function pick<T>(targets: Readonly<Record<string, T>>, wanted: ReadonlySet<string>): Record<string, T> {
  const found = [...wanted].flatMap((key): [string, T][] => {
    const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
    return target === undefined ? [] : [[key, target]];
  });
  return Object.fromEntries(found);
}
