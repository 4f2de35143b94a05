import type { View } from '../../packages/sql/readable.ts';
import { typeOfPackages } from '../../repositories/PackageType.ts';
import { keyOf, type NamedVersion, type StoredVersion, storedVersions } from '../storedVersions.ts';
import { versionNames } from '../versionNames.ts';
import { type BillComponent, maxComponents, maxDepth } from './Bill.ts';
import { purlOf, refOf } from './purl.ts';
import { storedComponent } from './storedComponent.ts';

/** A declared dependency. */
interface Declared {
  name: string;
  range: string;
}

/**
 * Follows declared dependencies level by level. Resolves a range to the version that a client would
 * install among stored versions that the caller can read. The walk stops at dependencies that are
 * not stored.
 */
export class DependencyWalk {
  readonly components = new Map<string, BillComponent>();
  cut = false;
  readonly #type: string;
  readonly #view: View;
  readonly #repo: string | undefined;

  constructor(type: string, view: View, repo: string | undefined) {
    this.#type = type;
    this.#view = view;
    this.#repo = repo;
  }

  async from(roots: readonly StoredVersion[]): Promise<void> {
    let level = roots;
    for (let depth = 0; level.length > 0 && depth < maxDepth; depth++) level = await this.#next(level);
    if (level.length > 0) this.cut = true;
  }

  /**
   * Adds the versions and the references to their dependencies. Returns stored dependencies not
   * visited before.
   */
  async #next(level: readonly StoredVersion[]): Promise<StoredVersion[]> {
    const resolve = typeOfPackages(this.#type)?.resolve;
    const own = level.map((stored) => [stored, storedComponent(this.#type, stored)] as const);
    for (const [, component] of own) this.components.set(component.ref, component);
    if (!resolve) return [];
    const declared = level.flatMap(({ dependencies }) => declaredIn(dependencies));
    const names = await versionNames(this.#type, [...new Set(declared.map(({ name }) => name))], this.#view);
    // A version that was left out could have been the one to install.
    if ([...names.values()].some(({ cut }) => cut)) this.cut = true;
    const chosen = new Map<string, NamedVersion | undefined>();
    for (const { name, range } of declared) {
      const key = keyOf({ name, version: range });
      if (chosen.has(key)) continue;
      const version = resolve(range, names.get(name)?.versions ?? []);
      chosen.set(key, version === undefined ? undefined : { name, version });
    }
    const wanted = [...chosen.values()].filter(
      (each) => each !== undefined && !this.components.has(refOf(this.#type, each.name, each.version)),
    ) as NamedVersion[];
    const unique = [...new Map(wanted.map((each) => [keyOf(each), each])).values()];
    const stored = await storedVersions(this.#type, unique, this.#view, this.#repo);
    const next = this.#withinLimit([...stored.values()]);
    for (const each of next) {
      const component = storedComponent(this.#type, each);
      this.components.set(component.ref, component);
    }
    for (const [{ dependencies }, component] of own)
      component.dependsOn = declaredIn(dependencies).flatMap(({ name, range }) =>
        this.#refTo(name, range, chosen.get(keyOf({ name, version: range }))),
      );
    return next;
  }

  #withinLimit(found: StoredVersion[]): StoredVersion[] {
    const left = maxComponents - this.components.size;
    if (found.length <= left) return found;
    this.cut = true;
    return found.slice(0, left);
  }

  /**
   * Returns the reference of a dependency and adds the component if it is new; empty beyond the
   * limit.
   */
  #refTo(name: string, range: string, chosen: NamedVersion | undefined): string[] {
    const ref = chosen
      ? refOf(this.#type, name, chosen.version)
      : `${refOf(this.#type, name)}#${encodeURIComponent(range)}`;
    if (this.components.has(ref)) return [ref];
    if (this.components.size >= maxComponents) {
      this.cut = true;
      return [];
    }
    const purl = purlOf(this.#type, name, chosen?.version);
    this.components.set(ref, {
      ref,
      kind: 'library',
      name,
      range,
      ...(chosen ? { version: chosen.version } : {}),
      ...(purl === undefined ? {} : { purl }),
      hashes: {},
      resolution: chosen ? 'declared' : 'unresolved',
    });
    return [ref];
  }
}

/**
 * Treats several requirements of one name, as in formats with target frameworks or markers, as one
 * declaration.
 */
function declaredIn(dependencies: Readonly<Record<string, string>>): Declared[] {
  return Object.entries(dependencies).map(([name, range]) => ({ name, range }));
}
