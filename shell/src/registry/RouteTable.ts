import type { RouteContribution } from '@lading/contract';
import { computed, makeObservable } from 'mobx';
import { matchRoutes } from 'react-router-dom';
import type { Registry } from './Registry.ts';

/** A route with the plug-in that owns it. */
export interface OwnedRoute {
  readonly plugin: string;
  readonly route: RouteContribution;
}

/** Finds who answers a path. The more specific route wins, as in react-router. */
export class RouteTable {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
    makeObservable<RouteTable, 'objects'>(this, { objects: computed, byPlugin: computed, paths: computed });
  }

  private get objects() {
    return this.#registry.list('routes').map(({ plugin, value }) => ({
      path: value.path,
      handle: { plugin, route: value } satisfies OwnedRoute,
    }));
  }

  /** `pathname` is below `/ui`. */
  find(pathname: string): OwnedRoute | undefined {
    return matchRoutes(this.objects, pathname)?.at(-1)?.route.handle;
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
