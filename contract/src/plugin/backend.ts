/** Methods of calls to a backend. A `GET` includes `HEAD`. */
export type BackendMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls that a plugin makes to its backend. */
export interface BackendCall {
  /** Allowed methods. */
  readonly methods: readonly BackendMethod[];
  /** Path below the backend's URL: `*` is one segment, `**` at the end one or more. */
  readonly path: string;
}

/**
 * A server of the plugin's own. An administrator sets its URL and credentials, and allows its
 * calls. The browser sends them to the console's server, which adds the credentials.
 */
export interface PluginBackend {
  /** Name in the path of calls: lowercase letters, digits, and hyphens. */
  readonly name: string;
  /** One sentence for the administrator: the purpose of the calls. */
  readonly about?: string;
  /** All other calls are denied. */
  readonly calls: readonly BackendCall[];
}
