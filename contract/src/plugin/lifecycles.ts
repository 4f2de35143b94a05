import type { ShellApi } from '../shell/ShellApi.ts';

/** Props of a plugin's lifecycles. */
export interface PluginProps {
  /** The plugin's name, as in the import map without its prefix. */
  readonly name: string;
  /** The host element, exclusive to the plugin while it is mounted. */
  readonly domElement: HTMLElement;
  /** The shell's API for the plugin. */
  readonly shell: ShellApi;
  /** Call when a screen throws an error while rendering; the plugin stays mounted. */
  readonly onRenderError?: (error: unknown) => void;
  /** Call when screens are rendered again after such an error. */
  readonly onRenderRetry?: () => void;
}

/** Start and stop functions of a plugin. Each may be called again after a failure. */
export interface PluginLifecycles {
  /** Prepares it, before each mount. A rejection is the failure class `bootstrap`. */
  bootstrap(props: PluginProps): Promise<void>;
  /** Shows it in `props.domElement`. A rejection is the failure class `mount`. */
  mount(props: PluginProps): Promise<void>;
  /** Reverts everything done by `mount`. A rejection is the failure class `unmount`. */
  unmount(props: PluginProps): Promise<void>;
}
