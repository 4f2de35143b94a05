import type { BuildDetailFile } from '@lading/contract/rest';
import type { View } from '../../packages/sql/readable.ts';
import { keyOf, type NamedVersion, type StoredVersion, storedVersions } from '../storedVersions.ts';
import { type BillComponent, maxComponents } from './Bill.ts';
import { purlOf } from './purl.ts';
import { storedComponent } from './storedComponent.ts';

type Stored = ReadonlyMap<string, ReadonlyMap<string, StoredVersion>>;

/** The files of a build as components, each once. */
export class BuildComponents {
  /** More components exist than a bill can have. */
  cut = false;
  readonly #components = new Map<string, BillComponent>();
  readonly #stored: Stored;

  constructor(stored: Stored) {
    this.#stored = stored;
  }

  static async of(files: readonly BuildDetailFile[], view: View): Promise<BuildComponents> {
    return new BuildComponents(await packagesOf(files, view));
  }

  get all(): BillComponent[] {
    return [...this.#components.values()];
  }

  /** Returns the reference of the file; none beyond the limit. */
  add(file: BuildDetailFile, kind: BillComponent['kind']): string[] {
    const component = componentOf(file, kind, this.#stored);
    if (this.#components.has(component.ref)) return [component.ref];
    if (this.#components.size >= maxComponents) {
      this.cut = true;
      return [];
    }
    this.#components.set(component.ref, component);
    return [component.ref];
  }
}

const packageOf = ({ found }: BuildDetailFile) => found.find((place) => place.package)?.package;

/** The stored versions that files belong to, by type and `keyOf`. */
async function packagesOf(files: readonly BuildDetailFile[], view: View): Promise<Stored> {
  const wanted = new Map<string, Map<string, NamedVersion>>();
  for (const file of files) {
    const { type, ...named } = packageOf(file) ?? { type: '', name: '', version: '' };
    if (type === '') continue;
    const ofType = wanted.get(type) ?? new Map<string, NamedVersion>();
    wanted.set(type, ofType.set(keyOf(named), named));
  }
  const found = new Map<string, ReadonlyMap<string, StoredVersion>>();
  for (const [type, named] of wanted) found.set(type, await storedVersions(type, [...named.values()], view));
  return found;
}

function componentOf(file: BuildDetailFile, kind: BillComponent['kind'], stored: Stored): BillComponent {
  const { name, sha256, sha1 } = file;
  const of = packageOf(file);
  const version = of && stored.get(of.type)?.get(keyOf(of));
  // A version has several files; only its lead file stands for the version.
  if (of && version && (version.sha256 === sha256 || version.sha1 === sha1))
    return storedComponent(of.type, version);
  const purl = of && purlOf(of.type, of.name, of.version);
  return {
    ref: `file:${sha256 || sha1 || name}`,
    kind,
    name: name || sha256 || sha1 || 'unnamed',
    ...(purl === undefined ? {} : { purl }),
    hashes: { ...(isHash(sha256, 64) ? { sha256 } : {}), ...(isHash(sha1, 40) ? { sha1 } : {}) },
    resolution: 'declared',
  };
}

/** Clients can write anything, but the formats require hexadecimal digits. */
const isHash = (text: string, length: number) => text.length === length && /^[0-9a-f]+$/.test(text);
