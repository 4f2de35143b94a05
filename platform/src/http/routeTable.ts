import type { FastifyInstance, RouteOptions } from 'fastify';

export interface Route {
  method: string;
  /** Pattern as registered, such as `/access/api/v2/users/:name`. */
  url: string;
  /** Open to everyone, even with invalid credentials. */
  open: boolean;
  /** Complete once the server is ready. */
  options: RouteOptions;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes of this server. */
    routeTable: readonly Route[];
  }
}

/** Records the routes. Must be called before the first route. */
export function keepRouteTable(app: FastifyInstance): void {
  const table: Route[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (options) => {
    const { method, url, config } = options;
    for (const one of [method].flat()) table.push({ method: one, url, open: config?.open === true, options });
  });
}
