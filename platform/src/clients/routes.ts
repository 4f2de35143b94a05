import { type RepoKeyType, ReverseProxyData, SetMeUp } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { consoleUsers } from '../access/accessRules.ts';
import type { Caller } from '../access/Caller.ts';
import { callerOf, rightsOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { currentFooter } from '../instance/footer.ts';
import { deployTargets } from '../repositories/deployTarget.ts';
import { listRepositories } from '../repositories/repositories.ts';
import { ownPorts } from './webServer/facts.ts';
import { savedWebServer } from './webServer/savedWebServer.ts';

/** Default ports by scheme. */
const usualPort = { 'http:': 80, 'https:': 443 } as const;

/** Data for setting up clients, under `/ui/api/v1/ui/setMeUp`. */
export async function setMeUpRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Clients', access: consoleUsers });

  api.get(
    '/',
    {
      schema: {
        summary:
          'Lists repositories that the caller can read or deploy to, for the configuration of clients.',
        response: { 200: SetMeUp },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const origin = ownOrigin(request);
      return {
        repoKeyTypes: await repositoriesFor(callerOf(request)),
        baseUrl: `${origin}/artifactory`,
        serverId: (await currentFooter(app.settings)).serverId,
        hostname: new URL(origin).hostname,
      };
    },
  );

  api.get(
    '/reverseProxyData',
    {
      schema: {
        summary: 'Returns the address of the server for clients.',
        response: { 200: ReverseProxyData },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return (await describedProxy(callerOf(request), app)) ?? reverseProxyData(ownOrigin(request));
    },
  );
}

/** Returns repositories that the caller can read or deploy to. */
async function repositoriesFor(caller: Caller): Promise<RepoKeyType[]> {
  const found: RepoKeyType[] = [];
  const reading = await rightsOf(caller, 'read');
  const targetOf = await deployTargets(caller);
  for (const repository of await listRepositories()) {
    const { key, type, packageType } = repository;
    const canRead = reading.somewhere(repository);
    const canDeploy = targetOf(repository) !== undefined;
    if (!canRead && !canDeploy) continue;
    found.push({
      repoKey: key,
      repoType: packageType,
      isLocal: type === 'local',
      isRemote: type === 'remote',
      isVirtual: type === 'virtual',
      canRead,
      canDeploy,
    });
  }
  return found;
}

/**
 * Returns the administrator's reverse-proxy settings, with the Docker repositories that the caller
 * can read.
 */
async function describedProxy(caller: Caller, app: FastifyInstance): Promise<ReverseProxyData | undefined> {
  const described = await savedWebServer(app);
  if (!described) return undefined;
  const { serverName, dockerReverseProxyMethod, useHttp, useHttps, httpPort, httpsPort } = described;
  const reading = await rightsOf(caller, 'read');
  const readable = (await listRepositories()).filter(
    (repository) => repository.packageType === 'docker' && reading.somewhere(repository),
  );
  const reverseProxyRepositories = readable.flatMap(({ key: repoRef }) => {
    if (dockerReverseProxyMethod === 'SUBDOMAIN')
      return [{ repoRef, serverName: `${repoRef}.${serverName}`, port: useHttps ? httpsPort : httpPort }];
    const own = ownPorts(described).find((each) => each.repoRef === repoRef);
    return own ? [{ repoRef, serverName, port: own.port }] : [];
  });
  const ports = { useHttp, useHttps, httpPort, httpsPort };
  return { serverName, dockerReverseProxyMethod, reverseProxyRepositories, ...ports };
}

/**
 * Derives the settings from the URL of the request: the only known URL of a proxy without settings.
 */
function reverseProxyData(origin: string): ReverseProxyData {
  const { protocol, hostname, port } = new URL(origin);
  const secure = protocol === 'https:';
  const own = port === '' ? usualPort[secure ? 'https:' : 'http:'] : Number(port);
  return {
    serverName: hostname,
    dockerReverseProxyMethod: 'REPOPATHPREFIX',
    reverseProxyRepositories: [],
    useHttp: !secure,
    useHttps: secure,
    httpPort: secure ? usualPort['http:'] : own,
    httpsPort: secure ? own : usualPort['https:'],
  };
}
