import type { RouteContribution } from '@lading/contract';
import { computed, makeObservable } from 'mobx';
import { matchRoutes } from 'react-router-dom';
import type { Registry } from './Registry.ts';

/** Route and the plugin that owns it. */
export interface OwnedRoute {
  readonly plugin: string;
  readonly route: RouteContribution;
}

interface RouteObject {
  readonly path: string;
  readonly handle: OwnedRoute;
}

/** Key of routes whose first segment is a parameter. */
const ANY = ':';

/** Finds the owner of a path. The more specific route wins, as in react-router. */
export class RouteTable {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
    // Navigation reads these outside reactions, where MobX would recompute them at each read.
    const kept = computed({ keepAlive: true });
    makeObservable<RouteTable, 'byFirst'>(this, { byFirst: kept, byPlugin: kept, paths: kept });
  }

  /** Routes by their first segment, so that two hundred plugins aren't matched one by one. */
  private get byFirst(): ReadonlyMap<string, RouteObject[]> {
    const table = new Map<string, RouteObject[]>();
    for (const { plugin, value } of this.#registry.list('routes')) {
      const handle: OwnedRoute = { plugin, route: value };
      const first = firstOf(value.path);
      const key = first.startsWith(':') || first.endsWith('?') || first === '*' ? ANY : first;
      const list = table.get(key) ?? [];
      list.push({ path: value.path, handle });
      table.set(key, list);
    }
    return table;
  }

  /** Returns the route of `pathname`, which is below `/ui`. */
  find(pathname: string): OwnedRoute | undefined {
    const { byFirst } = this;
    const candidates = [...(byFirst.get(firstOf(pathname)) ?? []), ...(byFirst.get(ANY) ?? [])];
    return matchRoutes(candidates, pathname)?.at(-1)?.route.handle;
  }

  /** Routes by plugin. */
  get byPlugin(): ReadonlyMap<string, readonly RouteContribution[]> {
    const grouped = new Map<string, RouteContribution[]>();
    for (const { plugin, value } of this.#registry.list('routes')) {
      grouped.set(plugin, [...(grouped.get(plugin) ?? []), value]);
    }
    return grouped;
  }

  /** Paths of all plugin routes. */
  get paths(): readonly string[] {
    return this.#registry.list('routes').map(({ value }) => value.path);
  }
}

function firstOf(path: string): string {
  return (path.split('/')[1] ?? '').toLowerCase();
}
