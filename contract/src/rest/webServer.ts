import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/** Reverse-proxy settings, under `/artifactory/api/system/configuration`, for administrators. */

/** URL scheme of Docker repositories. */
export type DockerMethod = Static<typeof DockerMethod>;
export const DockerMethod = oneOf(['REPOPATHPREFIX', 'SUBDOMAIN', 'PORTPERREPO', 'NOVALUE'], {
  description:
    '`REPOPATHPREFIX`: `{host}/{repository}/{image}`. `SUBDOMAIN`: `{repository}.{host}/{image}`. `PORTPERREPO`: `{host}:{port}/{image}`. `NOVALUE`: not through the web server.',
});

const fields = {
  webServerType: oneOf(['NGINX', 'APACHE', 'HAPROXY', 'DIRECT'], { description: '`DIRECT`: none.' }),
  serverName: Type.String({ description: 'The host name that users type, without scheme and port.' }),
  dockerReverseProxyMethod: DockerMethod,
  useHttp: Type.Boolean({ description: 'At least one of `useHttp` and `useHttps` is true.' }),
  useHttps: Type.Boolean(),
  httpPort: Type.Integer(),
  httpsPort: Type.Integer(),
  sslKey: Type.String({ description: 'Path of the private key on the web server. Empty: a default path.' }),
  sslCertificate: Type.String({
    description:
      'Path of the certificate on the web server; for HAProxy, of a file with certificate and key. Empty: a default path.',
  }),
  backendHost: Type.String({ description: 'Host that the web server reaches this server at.' }),
  backendPort: Type.Integer(),
  reverseProxyRepositories: Type.Array(
    Type.Object({
      repoRef: Type.String({ description: 'Key of a Docker repository.' }),
      port: Type.Integer(),
    }),
    { description: 'For `PORTPERREPO`: a port for each repository.' },
  ),
};

/**
 * GET and POST `/webServer`. GET is 404 `NO_WEB_SERVER` before the first POST; DELETE removes the
 * settings.
 */
export type WebServer = Static<typeof WebServer>;
export const WebServer = Type.Object(
  { key: Type.String({ description: 'The type in lowercase.' }), ...fields },
  { title: 'WebServer' },
);

/** Body of POST `/webServer` and of POST `/webServer/preview`. */
const { webServerType, serverName, useHttp, useHttps, ...optional } = fields;
export type WebServerChange = Static<typeof WebServerChange>;
export const WebServerChange = Type.Object(
  {
    key: Type.Optional(Type.String({ description: 'Ignored.' })),
    webServerType,
    serverName,
    useHttp,
    useHttps,
    ...Type.Partial(Type.Object(optional)).properties,
  },
  { title: 'WebServerChange' },
);

/** POST `/webServer/preview`: the configuration for these settings, saved or not. */
export type WebServerPreview = Static<typeof WebServerPreview>;
export const WebServerPreview = Type.Object(
  {
    fileName: Type.String({ description: '`lading.conf`.' }),
    configuration: Type.String(),
  },
  { title: 'WebServerPreview' },
);
