/** A plugin in use in this tab. */
export interface RunningPlugin {
  readonly plugin: string;
  readonly version: string;
}

/** In the storage of the tab: a reload finds it, other tabs don't. */
const KEY = 'lading.running';

/** Notes the plugins in use. */
export function writeRunning(plugins: readonly RunningPlugin[]): void {
  try {
    if (plugins.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(plugins));
  } catch {
    // Without storage, pages that stop responding are not counted.
  }
}

/** Returns and removes what the page before in this tab has left. */
export function takeRunning(): readonly RunningPlugin[] {
  try {
    const left: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    sessionStorage.removeItem(KEY);
    return Array.isArray(left) ? left.filter((each) => typeof each?.plugin === 'string') : [];
  } catch {
    return [];
  }
}
