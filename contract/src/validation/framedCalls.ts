import { matchesCall, segmentsOf } from './callPaths.ts';

/** Limits of an untrusted plugin. */
export interface CallLimits {
  /** NAME of the plugin. */
  readonly plugin: string;
  /** Paths that it declares to read. */
  readonly reads: readonly string[];
}

/**
 * Whether an untrusted plugin can make a call: it reads what it declares, and its settings; it
 * calls its own backends, whose calls the server checks. Everything else is denied. `path`: without
 * a query.
 */
export function isFramedCall(method: string, path: string, { plugin, reads }: CallLimits): boolean {
  // `?`, `#`, and `\` end a path or separate segments in a URL.
  const segments = /^\/[^?#\\]*$/.test(path) ? segmentsOf(path) : undefined;
  if (!segments) return false;
  const own = `/ui/api/v1/lading/plugins/${plugin}`;
  if ([`${own}/proxy/*`, `${own}/proxy/*/**`].some((call) => matchesCall(call, segments))) return true;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return [`${own}/settings`, ...reads].some((read) => matchesCall(read, segments));
}
