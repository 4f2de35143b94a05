import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MaintenanceMode } from '../instance/MaintenanceMode.ts';

declare module 'fastify' {
  interface FastifyInstance {
    maintenance: MaintenanceMode;
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Write-method routes that work in maintenance mode: those that only read, those that begin,
 * continue, or end a session, and those that administrators need for diagnosis. All others are
 * rejected, including new ones.
 */
const allowedRoutes = [
  '/ui/api/v1/system/maintenance',
  // Sessions.
  /^\/ui\/api\/v1\/(ui|access)\/auth\/(login|logout|loginRelatedData|verifyToken|validatetoken|mfa\/)/,
  /^\/ui\/api\/v1\/(auth\/saml|access\/sessions)/,
  /^\/access\/api\/v1\/oauth2\/(token|introspect|revoke|userinfo)$/,
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
  '/access/api/v1/effective/draft',
  '/access/api/v1/effective/matches',
  // Support.
  /^\/(distribution|insight|mc|tracker|xray)\/api\/.*\/support\/bundle$/,
  '/ui/api/v1/ui/userSupport/generateBundle',
  '/artifactory/api/system/storage/verify',
];

/** npm requests vulnerabilities by POST. */
const npmAudit = /^\/artifactory\/api\/npm\/[^/?]+\/-\/npm\/v1\/security\//;

/**
 * Rejects requests that change something in maintenance mode. Must be added after authentication.
 */
export function installMaintenance(app: FastifyInstance): void {
  const { maintenance } = app.platform;
  app.addHook('onRequest', async (request) => {
    if (!safeMethods.has(request.method) && !request.is404 && !allows(request))
      await maintenance.requireWritable();
  });
}

const allows = ({ method, url, routeOptions }: FastifyRequest) =>
  worksInMaintenance(method, routeOptions.url ?? '', url);

/**
 * Whether a request with a write method works in maintenance mode. `route` is the pattern, `url`
 * the requested URL.
 */
export function worksInMaintenance(method: string, route: string, url: string): boolean {
  // POST unlocks a profile, and PUT changes it.
  if (route === '/ui/api/v1/ui/userProfile') return method === 'POST';
  if (method === 'POST' && npmAudit.test(url)) return true;
  return allowedRoutes.some((allowed) =>
    typeof allowed === 'string' ? allowed === route : allowed.test(route),
  );
}
