import { type Static, Type } from '@sinclair/typebox';
import { time } from './schemaKinds.ts';
import { DockerMethod } from './webServer.ts';

/** Configuration of clients. Paths are under `/ui/api/v1`. */

export type RepoKeyType = Static<typeof RepoKeyType>;
export const RepoKeyType = Type.Object(
  {
    repoKey: Type.String(),
    repoType: Type.String({ description: '`npm`, `docker`, `generic`.' }),
    isLocal: Type.Boolean(),
    isRemote: Type.Boolean(),
    isVirtual: Type.Boolean(),
    canRead: Type.Boolean(),
    canDeploy: Type.Boolean({
      description: 'Of a virtual repository: to its default deployment repository.',
    }),
  },
  { title: 'RepoKeyType' },
);

/** GET `/ui/setMeUp`: repositories that the caller can read or deploy to, and their URLs. */
export type SetMeUp = Static<typeof SetMeUp>;
export const SetMeUp = Type.Object(
  {
    repoKeyTypes: Type.Array(RepoKeyType),
    baseUrl: Type.String({
      description: '`https://packages.example.org/artifactory`, without a slash at its end.',
    }),
    serverId: Type.String(),
    hostname: Type.String({ description: 'Of the server as the caller reaches it, without a port.' }),
  },
  { title: 'SetMeUp' },
);

/** GET `/ui/setMeUp/reverseProxyData`: the URL of the server, or of its reverse proxy. */
export type ReverseProxyData = Static<typeof ReverseProxyData>;
export const ReverseProxyData = Type.Object(
  {
    serverName: Type.String(),
    dockerReverseProxyMethod: DockerMethod,
    reverseProxyRepositories: Type.Array(
      Type.Object({ repoRef: Type.String(), serverName: Type.String(), port: Type.Integer() }),
      { description: 'Repositories with a host or port of their own.' },
    ),
    useHttp: Type.Boolean(),
    useHttps: Type.Boolean(),
    httpPort: Type.Integer(),
    httpsPort: Type.Integer(),
  },
  { title: 'ReverseProxyData' },
);

/**
 * POST `/ui/setMeUp/token`: a token for a client of one repository, with the caller's permissions
 * on it. 403 if the caller cannot read it. POST `/ui/npm/token`, also without the prefix
 * `/ui/api/v1`: the same for npm. 400 `NOT_NPM` for a repository of another type.
 */
export type ClientTokenRequest = Static<typeof ClientTokenRequest>;
export const ClientTokenRequest = Type.Object(
  {
    repoKey: Type.String({ minLength: 1, maxLength: 64 }),
    expiresIn: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'In seconds; 90 days by default, up to a year.',
      }),
    ),
  },
  { title: 'ClientTokenRequest' },
);
export type NpmTokenRequest = ClientTokenRequest;

const token = {
  tokenId: Type.String(),
  token: Type.String({ description: 'Shown only once.' }),
  expiresIn: Type.Integer({ description: 'In seconds.' }),
  scope: Type.String({ description: 'See `NewToken`.' }),
};

export type ClientToken = Static<typeof ClientToken>;
export const ClientToken = Type.Object(token, { title: 'ClientToken' });

/** GET `/ui/setMeUp/token/{id}`: whether a client uses a token of the caller. 404 once revoked. */
export type ClientTokenUse = Static<typeof ClientTokenUse>;
export const ClientTokenUse = Type.Object(
  {
    tokenId: Type.String(),
    lastUsed: Type.Optional(time('Of its last request. Absent: the server has not received any.')),
  },
  { title: 'ClientTokenUse' },
);

export type NpmToken = Static<typeof NpmToken>;
export const NpmToken = Type.Object(
  {
    ...token,
    registry: Type.String({ description: 'With a slash at its end.' }),
    npmrc: Type.Array(Type.String(), { description: 'The lines of an `.npmrc`.' }),
  },
  { title: 'NpmToken' },
);
