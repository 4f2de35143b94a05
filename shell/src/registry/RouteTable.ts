import type { RouteContribution } from '@lading/contract';
import { computed, makeObservable } from 'mobx';
import { matchRoutes } from 'react-router-dom';
import type { Registry } from './Registry.ts';

/** A route with the plug-in that owns it. */
export interface OwnedRoute {
  readonly plugin: string;
  readonly route: RouteContribution;
}

interface RouteObject {
  readonly path: string;
  readonly handle: OwnedRoute;
}

/** In the place of a first part that may be any. */
const ANY = ':';

/** Finds who answers a path. The more specific route wins, as in react-router. */
export class RouteTable {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
    // Navigation reads these from outside reactions, where MobX would compute them at each read.
    const kept = computed({ keepAlive: true });
    makeObservable<RouteTable, 'byFirst'>(this, { byFirst: kept, byPlugin: kept, paths: kept });
  }

  /** Routes by the first part of their path, so that two hundred plug-ins are not asked one by one. */
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

  /** `pathname` is below `/ui`. */
  find(pathname: string): OwnedRoute | undefined {
    const { byFirst } = this;
    const candidates = [...(byFirst.get(firstOf(pathname)) ?? []), ...(byFirst.get(ANY) ?? [])];
    return matchRoutes(candidates, pathname)?.at(-1)?.route.handle;
  }

  /** The routes of each plug-in. */
  get byPlugin(): ReadonlyMap<string, readonly RouteContribution[]> {
    const grouped = new Map<string, RouteContribution[]>();
    for (const { plugin, value } of this.#registry.list('routes')) {
      grouped.set(plugin, [...(grouped.get(plugin) ?? []), value]);
    }
    return grouped;
  }

  /** Every path that a plug-in answers. */
  get paths(): readonly string[] {
    return this.#registry.list('routes').map(({ value }) => value.path);
  }
}

function firstOf(path: string): string {
  return (path.split('/')[1] ?? '').toLowerCase();
}
