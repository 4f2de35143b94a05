import type { WebServer, WebServerPreview } from '@lading/contract/rest';
import { apacheConfiguration } from './apache.ts';
import { publicUrl } from './facts.ts';
import { haproxyConfiguration } from './haproxy.ts';
import { nginxConfiguration } from './nginx.ts';

/**
 * Returns the configuration of the web server, or the environment variables of this server without
 * one.
 */
export function configurationFor(webServer: WebServer): WebServerPreview {
  switch (webServer.webServerType) {
    case 'NGINX':
      return { fileName: 'lading.conf', configuration: nginxConfiguration(webServer) };
    case 'APACHE':
      return { fileName: 'lading.conf', configuration: apacheConfiguration(webServer) };
    case 'HAPROXY':
      return { fileName: 'haproxy.cfg', configuration: haproxyConfiguration(webServer) };
    case 'DIRECT':
      return { fileName: 'lading.env', configuration: environmentFor(webServer) };
  }
}

function environmentFor(webServer: WebServer): string {
  const { useHttps, httpPort, httpsPort, sslCertificate, sslKey, serverName } = webServer;
  return [
    `# Environment of the server for ${publicUrl(webServer)}, without a web server in front of it.`,
    'LADING_HOST=0.0.0.0',
    `LADING_PORT=${useHttps ? httpsPort : httpPort}`,
    `LADING_PUBLIC_URL=${publicUrl(webServer)}`,
    ...(useHttps
      ? [
          `LADING_TLS_CERT=${sslCertificate || `/etc/ssl/${serverName.toLowerCase()}.crt`}`,
          `LADING_TLS_KEY=${sslKey || `/etc/ssl/private/${serverName.toLowerCase()}.key`}`,
        ]
      : []),
    '',
  ].join('\n');
}
