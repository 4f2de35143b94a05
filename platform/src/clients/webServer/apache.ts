import type { WebServer } from '@lading/contract/rest';
import {
  certificateOf,
  escapedName,
  heading,
  keyOf,
  type Listener,
  listenersOf,
  ownPorts,
  repositoryPattern,
} from './facts.ts';

/** Generates a file for `sites-enabled` of Apache 2.4. */
export function apacheConfiguration(webServer: WebServer): string {
  const { serverName, dockerReverseProxyMethod: method, backendHost, backendPort } = webServer;
  const backend = `http://${backendHost}:${backendPort}`;
  const listeners = listenersOf(webServer);
  const secure = listeners.some((each) => each.secure);
  const docker = (repository: string, conditions: readonly string[] = []) => [
    'RewriteEngine On',
    ...conditions,
    `RewriteRule ^/v2/(.*)$ ${backend}/artifactory/api/docker/${repository}/v2/$1 [P,L]`,
    'RewriteRule ^ - [R=404,L]',
  ];
  const ports = [...listeners, ...ownPorts(webServer)].map(({ port }) => port);
  const unusual = ports.filter((port) => port !== 80 && port !== 443);
  const subdomain = `^(${repositoryPattern})\\.${escapedName(webServer)}(?::[0-9]+)?$`;
  return [
    [
      heading(
        webServer,
        '/etc/apache2/sites-enabled/lading.conf',
        'apachectl configtest && apachectl graceful',
      ),
      `# Modules: a2enmod proxy proxy_http headers rewrite${secure ? ' ssl' : ''}`,
    ].join('\n'),
    ...(unusual.length > 0 ? [unusual.map((port) => `Listen ${port}`).join('\n')] : []),
    ...listeners.map((listener) =>
      host(
        webServer,
        listener,
        [`ServerName ${serverName}`],
        ['# nocanon passes the path as it is, with %2F.', `ProxyPass / ${backend}/ nocanon`],
      ),
    ),
    ...(method === 'SUBDOMAIN'
      ? listeners.map((listener) =>
          host(
            webServer,
            listener,
            [`ServerName docker.${serverName}`, `ServerAlias *.${serverName}`],
            docker('%1', [`RewriteCond %{HTTP_HOST} ${subdomain} [NC]`]),
          ),
        )
      : []),
    ...ownPorts(webServer).map(({ repoRef, port }) =>
      host(webServer, { port, secure }, [`ServerName ${serverName}`], docker(repoRef)),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function host(
  webServer: WebServer,
  { port, secure }: Listener,
  names: readonly string[],
  rules: readonly string[],
): string {
  const lines = [
    ...names,
    ...(secure
      ? [
          'SSLEngine On',
          'SSLProtocol -all +TLSv1.2 +TLSv1.3',
          `SSLCertificateFile ${certificateOf(webServer)}`,
          `SSLCertificateKeyFile ${keyOf(webServer)}`,
        ]
      : []),
    '',
    '# Packages have any size.',
    'LimitRequestBody 0',
    'AllowEncodedSlashes NoDecode',
    'ProxyRequests Off',
    'ProxyPreserveHost On',
    'ProxyTimeout 900',
    '# Apache adds X-Forwarded-For.',
    `RequestHeader set X-Forwarded-Proto ${secure ? 'https' : 'http'}`,
    '',
    ...rules,
  ];
  return [
    `<VirtualHost *:${port}>`,
    ...lines.map((line) => (line === '' ? '' : `    ${line}`)),
    '</VirtualHost>',
  ].join('\n');
}
