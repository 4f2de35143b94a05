import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MaintenanceMode } from '../instance/MaintenanceMode.ts';

declare module 'fastify' {
  interface FastifyInstance {
    maintenance: MaintenanceMode;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Routes with other methods that work in maintenance mode: those that only read, those that begin, continue, or end a session, and
 * what an administrator needs to find a fault. All others are rejected, including new ones.
 */
const allowedRoutes = [
  '/ui/api/v1/system/maintenance',
  // Sessions.
  /^\/ui\/api\/v1\/(ui|access)\/auth\/(login|logout|loginRelatedData|verifyToken|validatetoken|mfa\/)/,
  /^\/ui\/api\/v1\/(auth\/saml|access\/sessions)/,
  /^\/access\/api\/v1\/oauth2\/(token|introspect|revoke)$/,
  /\/v2\/token$/,
  '/ui/api/v1/ui/userProfile',
  // Searches and lists.
  /^\/ui\/api\/v1\/mds\//,
  /^\/ui\/api\/v1\/ui\/(artifactgeneral|permissiontargets|views)\//,
  /^\/ui\/api\/v1\/ui\/v2\/treebrowser(\/archive)?$/,
  /^\/xray\/(api\/v1\/violations|ui\/component\/.*)$/,
  '/artifactory/api/search/aql',
  '/metadata/api/v1/query',
  // Previews and tests.
  /\/(plan|preview|test)$/,
  // Support.
  /^\/(distribution|insight|mc|tracker|xray)\/api\/.*\/support\/bundle$/,
  '/ui/api/v1/ui/userSupport/generateBundle',
  '/artifactory/api/system/storage/verify',
];

/** npm asks for vulnerabilities by POST. */
const npmAudit = /^\/artifactory\/api\/npm\/[^/?]+\/-\/npm\/v1\/security\//;

/** In maintenance mode, rejects requests that change something. Comes after the authentication. */
export function installMaintenance(app: FastifyInstance): void {
  const { maintenance } = app.platform;
  app.addHook('onRequest', async (request) => {
    if (!safeMethods.has(request.method) && !request.is404 && !allows(request))
      await maintenance.requireWritable();
  });
}

const allows = ({ method, url, routeOptions }: FastifyRequest) =>
  worksInMaintenance(method, routeOptions.url ?? '', url);

/** Of a method that is not safe. `route` is the pattern, `url` what was requested. */
export function worksInMaintenance(method: string, route: string, url: string): boolean {
  // A profile is unlocked by POST and changed by PUT.
  if (route === '/ui/api/v1/ui/userProfile') return method === 'POST';
  if (method === 'POST' && npmAudit.test(url)) return true;
  return allowedRoutes.some((allowed) =>
    typeof allowed === 'string' ? allowed === route : allowed.test(route),
  );
}
