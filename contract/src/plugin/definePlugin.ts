import type { ExtensionKinds, MainKinds } from '../contributions/kinds.ts';
import type { PluginLifecycles } from './lifecycles.ts';

/** What a plug-in is: plain data, with a function only where something is fetched when it is called. */
export interface PluginDefinition extends Lists<MainKinds> {
  /** NAME of the import map's `@lading/plugin-NAME`: small letters, digits and hyphens. */
  readonly name: string;
  /** As in its package.json. */
  readonly version: string;
  /** The contract it was written for: `'1.x'`. */
  readonly contract: string;
  /** What extends other screens. */
  readonly extensions?: Lists<ExtensionKinds>;
  /** For a plug-in without React: its own lifecycles, in the place of its routes' screens. */
  readonly lifecycles?: () => Promise<PluginLifecycles>;
}

type Lists<Kinds> = { readonly [K in keyof Kinds]?: readonly Kinds[K][] };

/** Declares a plug-in; gives back what it was given, typed. */
export function definePlugin(definition: PluginDefinition): PluginDefinition {
  return definition;
}
