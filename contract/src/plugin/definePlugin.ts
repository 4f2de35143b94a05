import type { ExtensionKinds, MainKinds } from '../contributions/kinds.ts';
import type { BackendCall, PluginBackend } from './backend.ts';
import type { PluginLifecycles } from './lifecycles.ts';
import type { PluginSetting } from './setting.ts';

/** Definition of a plugin: plain data, with functions that load code or data when called. */
export interface PluginDefinition extends Lists<MainKinds> {
  /** NAME of `@lading/plugin-NAME` in the import map: lowercase letters, digits, and hyphens. */
  readonly name: string;
  /** As in its package.json. */
  readonly version: string;
  /** The supported contract range: `'1.x'`. */
  readonly contract: string;
  /** Extensions of other screens. */
  readonly extensions?: Lists<ExtensionKinds>;
  /** Servers of the plugin's own that it calls through the console's server. */
  readonly backends?: readonly PluginBackend[];
  /**
   * Calls to the console's own API. While the plugin is untrusted, it can make only those with the
   * method `GET`, and calls to its backends.
   */
  readonly calls?: readonly BackendCall[];
  /** Settings whose forms the console generates. */
  readonly settings?: readonly PluginSetting[];
  /** For plugins without React: lifecycles that replace the screens of its routes. */
  readonly lifecycles?: () => Promise<PluginLifecycles>;
}

type Lists<Kinds> = { readonly [K in keyof Kinds]?: readonly Kinds[K][] };

/** Declares a plugin. Returns its argument, typed. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition;
}
