import type { PluginDefinition } from './definePlugin.ts';

/** In the place of a function: where it stands in the definition, for example `routes/0/screen`. */
export interface Reference {
  /** Keys and indexes from the definition on, divided by `/`. */
  readonly $ref: string;
}

/** A definition as data: a `Reference` in each place where the definition has a function. */
export type Referenced<T> = T extends (...args: never[]) => unknown
  ? Reference
  : T extends readonly (infer Item)[]
    ? readonly Referenced<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Referenced<T[Key]> }
      : T;

/** A file of a plug-in's build. */
export interface PluginFile {
  /** Below the plug-in's folder. */
  readonly path: string;
  /** `sha384-…`, as the `integrity` attribute takes it. */
  readonly integrity: string;
  /** Bytes. */
  readonly size: number;
}

/** `lading-plugin.json`, which `lading-kit build` writes and the platform combines. */
export interface PluginManifest {
  /** As in the definition. */
  readonly name: string;
  /** As in the definition. */
  readonly version: string;
  /** As in the definition. */
  readonly contract: string;
  /** The SystemJS module whose default export is the definition. */
  readonly entry: string;
  /** Everything that may be fetched of it. */
  readonly files: readonly PluginFile[];
  /** For each route's name: files to fetch together with the entry. */
  readonly preload: Readonly<Record<string, readonly string[]>>;
  /** The definition without its name, version and contract. */
  readonly contributions: Omit<Referenced<PluginDefinition>, 'name' | 'version' | 'contract'>;
}

/** Whether a value of a manifest stands in the place of a function. */
export function isReference(value: unknown): value is Reference {
  return (
    typeof value === 'object' && value !== null && typeof (value as { $ref?: unknown }).$ref === 'string'
  );
}
