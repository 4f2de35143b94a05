import type { BackendCall, PluginBackend } from './backend.ts';
import type { PluginDefinition } from './definePlugin.ts';
import type { PluginSetting } from './setting.ts';

/** Replaces a function: its path in the definition, for example `routes/0/screen`. */
export interface Reference {
  /** Keys and indexes from the definition on, separated by `/`. */
  readonly $ref: string;
}

/** A definition as data: with a `Reference` in place of each function. */
export type Referenced<T> = T extends (...args: never[]) => unknown
  ? Reference
  : T extends readonly (infer Item)[]
    ? readonly Referenced<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Referenced<T[Key]> }
      : T;

/** A file of a plugin's build. */
export interface PluginFile {
  /** Path in the plugin's directory. */
  readonly path: string;
  /** `sha256-…`, `sha384-…`, or `sha512-…`, in the form of the `integrity` attribute. */
  readonly integrity: string;
  /** Bytes. */
  readonly size: number;
}

/** `lading-plugin.json`, written by `lading-kit build` and combined by the platform. */
export interface PluginManifest {
  /** As in the definition. */
  readonly name: string;
  /** As in the definition. */
  readonly version: string;
  /** As in the definition. */
  readonly contract: string;
  /** The SystemJS module whose default export is the definition. */
  readonly entry: string;
  /** All files that may be loaded. */
  readonly files: readonly PluginFile[];
  /** Files to load together with the entry, by route name. */
  readonly preload: Readonly<Record<string, readonly string[]>>;
  /** As in the definition. The browser does not get them. */
  readonly backends?: readonly PluginBackend[];
  /** As in the definition. The browser does not get them. */
  readonly calls?: readonly BackendCall[];
  /** As in the definition. The browser does not get them. */
  readonly settings?: readonly PluginSetting[];
  /** The rest of the definition. */
  readonly contributions: Omit<
    Referenced<PluginDefinition>,
    'name' | 'version' | 'contract' | 'backends' | 'calls' | 'settings'
  >;
}

/** Whether a value of a manifest replaces a function. */
export function isReference(value: unknown): value is Reference {
  return (
    typeof value === 'object' && value !== null && typeof (value as { $ref?: unknown }).$ref === 'string'
  );
}
