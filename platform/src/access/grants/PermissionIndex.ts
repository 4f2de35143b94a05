import type { Permission } from '@lading/contract/rest';

type Resources = Permission['resources'];

/** All permissions by name and by the users and groups that they name. */
export class PermissionIndex {
  readonly #byName = new Map<string, Resources>();
  readonly #byGrantee = new Map<string, Set<string>>();

  /** Adds, replaces, or removes (`undefined`) one permission. Returns the grantees it named before or names now. */
  set(name: string, resources: Resources | undefined): Set<string> {
    const before = this.#byName.get(name);
    const concerned = new Set<string>();
    for (const grantee of before ? granteesOf(before) : []) {
      concerned.add(grantee);
      this.#byGrantee.get(grantee)?.delete(name);
    }
    this.#byName.delete(name);
    if (!resources) return concerned;
    this.#byName.set(name, resources);
    for (const grantee of granteesOf(resources)) {
      concerned.add(grantee);
      const names = this.#byGrantee.get(grantee);
      if (names) names.add(name);
      else this.#byGrantee.set(grantee, new Set([name]));
    }
    return concerned;
  }

  /** The permissions that name one of the grantees, each once. */
  *naming(grantees: Iterable<string>): Generator<Resources> {
    const seen = new Set<string>();
    for (const grantee of grantees) {
      for (const name of this.#byGrantee.get(grantee) ?? []) {
        const resources = seen.has(name) ? undefined : this.#byName.get(name);
        seen.add(name);
        if (resources) yield resources;
      }
    }
  }
}

/** Grantees as the index names them; a user and a group may have the same name. */
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
