import type { ConsoleState } from '../ConsoleState.ts';
import type { MatchedRoute } from './matchRoute.ts';

export interface Preload {
  address: string;
  integrity: string;
}

const CORE = '@lading/core';

/**
 * Lists every script that the page needs for this route, so that the browser loads them in
 * parallel.
 */
export function preloadsFor(state: ConsoleState, match: MatchedRoute | undefined): Preload[] {
  const { imports, integrity, graph } = state.build;
  const wanted = new Map<string, string>();
  const visit = (name: string): void => {
    const found = imports[name] ?? name;
    // A module of the core has the core's URL, followed by its name.
    const address = found.includes('#') ? (imports[CORE] ?? found) : found;
    const hash = integrity[address];
    if (hash === undefined || wanted.has(address)) return;
    wanted.set(address, hash);
    graph[address]?.forEach(visit);
  };
  visit(CORE);
  visit('@lading/shell');
  if (!match?.route.frameless) visit('@lading/shell/frame');
  const plugin = match?.plugin.plugin;
  if (match && plugin && !match.plugin.boot.frame) {
    const folder = match.plugin.boot.address.replace(/[^/]*$/, '');
    const files = new Map(plugin.manifest.files.map((file) => [file.path, file.integrity]));
    for (const name of plugin.manifest.preload[match.route.name] ?? [plugin.manifest.entry]) {
      const hash = files.get(name);
      if (hash === undefined) visit(name);
      else if (name.endsWith('.js')) wanted.set(folder + name, hash);
    }
  }
  return [...wanted].map(([address, hash]) => ({ address, integrity: hash }));
}
