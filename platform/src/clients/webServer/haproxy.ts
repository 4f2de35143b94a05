import type { WebServer } from '@lading/contract/rest';
import {
  certificateOf,
  escapedName,
  heading,
  type Listener,
  listenersOf,
  ownPorts,
  repositoryPattern,
} from './facts.ts';

/** Generates sections for `haproxy.cfg` of HAProxy 2.4 and later. */
export function haproxyConfiguration(webServer: WebServer): string {
  const { dockerReverseProxyMethod: method, backendHost, backendPort } = webServer;
  const listeners = listenersOf(webServer);
  const secure = listeners.some((each) => each.secure);
  const bind = ({ port, secure: tls }: Listener) =>
    `bind :${port}${tls ? ` ssl crt ${certificateOf(webServer, 'pem')} ssl-min-ver TLSv1.2` : ''}`;
  return [
    [
      heading(
        webServer,
        'a part of /etc/haproxy/haproxy.cfg',
        'haproxy -c -f /etc/haproxy/haproxy.cfg && systemctl reload haproxy',
      ),
      ...(secure ? ['# The file of the certificate also contains the private key.'] : []),
    ].join('\n'),
    section('frontend lading', [
      ...common(listeners.map(bind)),
      ...(method === 'SUBDOMAIN' ? subdomains(webServer) : []),
    ]),
    ...ownPorts(webServer).map(({ repoRef, port }, at) =>
      section(`frontend lading_docker_${at + 1}`, [
        ...common([bind({ port, secure })]),
        'http-request deny deny_status 404 unless { path_beg /v2/ }',
        `http-request set-path /artifactory/api/docker/${repoRef}%[path]`,
      ]),
    ),
    section('backend lading', [
      'mode http',
      'timeout connect 10s',
      'timeout server 900s',
      `server lading ${backendHost}:${backendPort}`,
    ]),
  ]
    .join('\n\n')
    .concat('\n');
}

function common(binds: readonly string[]): readonly string[] {
  return [
    ...binds,
    'mode http',
    'timeout client 900s',
    'option forwardfor',
    'http-request set-header X-Forwarded-Proto https if { ssl_fc }',
    'http-request set-header X-Forwarded-Proto http if !{ ssl_fc }',
    'default_backend lading',
  ];
}

function subdomains(webServer: WebServer): readonly string[] {
  const rest = `\\.${escapedName(webServer)}(:[0-9]+)?$`;
  return [
    '',
    '# A Docker repository per host name.',
    `acl repository_host hdr(host) -m reg -i ^${repositoryPattern}${rest}`,
    `http-request set-var(txn.repository) 'hdr(host),lower,regsub("${rest}","")' if repository_host`,
    'http-request deny deny_status 404 if repository_host !{ path_beg /v2/ }',
    'http-request set-path /artifactory/api/docker/%[var(txn.repository)]%[path] if repository_host',
  ];
}

function section(name: string, lines: readonly string[]): string {
  return [name, ...lines.map((line) => (line === '' ? '' : `    ${line}`))].join('\n');
}
