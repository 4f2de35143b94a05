import type { FastifyInstance, RouteOptions } from 'fastify';

export interface Route {
  method: string;
  /** As it was registered: `/access/api/v2/users/:name`. */
  url: string;
  /** Open to anyone, also with credentials that are wrong. */
  open: boolean;
  /** Complete once the server is ready. */
  options: RouteOptions;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route that this server has. */
    routeTable: readonly Route[];
  }
}

/** Comes before the first route. */
export function keepRouteTable(app: FastifyInstance): void {
  const table: Route[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (options) => {
    const { method, url, config } = options;
    for (const one of [method].flat()) table.push({ method: one, url, open: config?.open === true, options });
  });
}
