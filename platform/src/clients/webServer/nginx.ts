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

/** Generates a file for `conf.d` of nginx. */
export function nginxConfiguration(webServer: WebServer): string {
  const { backendHost, backendPort, serverName, dockerReverseProxyMethod: method } = webServer;
  const listeners = listenersOf(webServer);
  const secure = listeners.some((each) => each.secure);
  const docker = (repository: string) => [
    'location /v2/ {',
    `    proxy_pass http://lading/artifactory/api/docker/${repository}$request_uri;`,
    '}',
    'location / {',
    '    return 404;',
    '}',
  ];
  return [
    heading(webServer, '/etc/nginx/conf.d/lading.conf', 'nginx -t && nginx -s reload'),
    block('upstream lading', [`server ${backendHost}:${backendPort};`, 'keepalive 32;']),
    server(webServer, listeners, serverName, [
      '# Without a path here, nginx passes the path as it is, with %2F.',
      'location / {',
      '    proxy_pass http://lading;',
      '}',
    ]),
    ...(method === 'SUBDOMAIN'
      ? [
          server(
            webServer,
            listeners,
            `~^(?<repository>${repositoryPattern})\\.${escapedName(webServer)}$`,
            docker('$repository'),
          ),
        ]
      : []),
    ...ownPorts(webServer).map(({ repoRef, port }) =>
      server(webServer, [{ port, secure }], serverName, docker(repoRef)),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function server(
  webServer: WebServer,
  listeners: readonly Listener[],
  name: string,
  locations: readonly string[],
): string {
  return block('server', [
    ...listeners.map(({ port, secure }) => `listen ${port}${secure ? ' ssl' : ''};`),
    `server_name ${name};`,
    ...(listeners.some(({ secure }) => secure)
      ? [
          `ssl_certificate ${certificateOf(webServer)};`,
          `ssl_certificate_key ${keyOf(webServer)};`,
          'ssl_protocols TLSv1.2 TLSv1.3;',
        ]
      : []),
    '',
    '# Packages have any size, and stream in both directions.',
    'client_max_body_size 0;',
    'proxy_request_buffering off;',
    'proxy_max_temp_file_size 0;',
    'proxy_read_timeout 900s;',
    'proxy_send_timeout 900s;',
    'large_client_header_buffers 4 32k;',
    '',
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    '',
    ...locations,
  ]);
}

function block(name: string, lines: readonly string[]): string {
  return [`${name} {`, ...lines.map((line) => (line === '' ? '' : `    ${line}`)), '}'].join('\n');
}
