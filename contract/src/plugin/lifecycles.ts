import type { ShellApi } from '../shell/ShellApi.ts';

/** What the shell hands to a plug-in's lifecycles. */
export interface PluginProps {
  /** The plug-in's name, as in the import map without its prefix. */
  readonly name: string;
  /** The host element, the plug-in's alone while it is mounted. */
  readonly domElement: HTMLElement;
  /** What the plug-in may use of the shell. */
  readonly shell: ShellApi;
  /** To be told of an error that a screen throws while it renders; the plug-in stays mounted. */
  readonly onRenderError?: (error: unknown) => void;
  /** To be told when screens are tried again after such an error. */
  readonly onRenderRetry?: () => void;
}

/** How a plug-in is started and ended. Each may be called again after a failure. */
export interface PluginLifecycles {
  /** Prepares it, before each mount. A rejection is the failure class `bootstrap`. */
  bootstrap(props: PluginProps): Promise<void>;
  /** Shows it in `props.domElement`. A rejection is the failure class `mount`. */
  mount(props: PluginProps): Promise<void>;
  /** Takes everything back that `mount` did. A rejection is the failure class `unmount`. */
  unmount(props: PluginProps): Promise<void>;
}
