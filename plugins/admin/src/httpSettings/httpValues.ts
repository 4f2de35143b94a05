import type { HttpFailure, Message } from '@lading/contract';
import type { ReverseProxyData, WebServer, WebServerChange } from '@lading/contract/rest';
import { type FieldErrors, editMessages as formMessages } from '@lading/ui/edit';
import { messages } from './messages.ts';

/** The values of the form: ports are texts, and repositories lines of key and port. */
export interface HttpValues {
  readonly webServerType: WebServer['webServerType'];
  readonly serverName: string;
  readonly useHttps: boolean;
  readonly httpsPort: string;
  readonly useHttp: boolean;
  readonly httpPort: string;
  readonly sslCertificate: string;
  readonly sslKey: string;
  readonly dockerReverseProxyMethod: WebServer['dockerReverseProxyMethod'];
  readonly reverseProxyRepositories: readonly string[];
  readonly backendHost: string;
  readonly backendPort: string;
}

export function valuesOf(settings: WebServer | ReverseProxyData): HttpValues {
  const { serverName, useHttp, useHttps, httpPort, httpsPort, dockerReverseProxyMethod } = settings;
  const saved = 'webServerType' in settings ? settings : undefined;
  return {
    webServerType: saved?.webServerType ?? 'NGINX',
    ...{ serverName, useHttp, useHttps, dockerReverseProxyMethod },
    httpPort: String(saved ? httpPort : 80),
    httpsPort: String(saved ? httpsPort : 443),
    sslCertificate: saved?.sslCertificate ?? '',
    sslKey: saved?.sslKey ?? '',
    reverseProxyRepositories: (saved?.reverseProxyRepositories ?? []).map(
      ({ repoRef, port }) => `${repoRef} ${port}`,
    ),
    backendHost: saved?.backendHost ?? '127.0.0.1',
    backendPort: saved ? String(saved.backendPort) : '',
  };
}

export function settingsOf(values: HttpValues): WebServerChange {
  const { httpPort, httpsPort, backendPort, reverseProxyRepositories, ...rest } = values;
  return {
    ...rest,
    serverName: values.serverName.trim(),
    sslKey: values.sslKey.trim(),
    sslCertificate: values.sslCertificate.trim(),
    backendHost: values.backendHost.trim(),
    httpPort: Number(httpPort),
    httpsPort: Number(httpsPort),
    ...(backendPort.trim() === '' ? {} : { backendPort: Number(backendPort) }),
    reverseProxyRepositories: reverseProxyRepositories.map((line) => {
      const [repoRef = '', port] = line.split(/[\s:]+/);
      return { repoRef, port: Number(port) };
    }),
  };
}

const HOST = /^(?=.*[a-z0-9])[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
const PATH = /^(?:\/[A-Za-z0-9._@+-]+)*$/;
const isPort = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535;

/** Errors that the platform would return, shown before the form is sent. */
export function checkHttp(values: HttpValues): FieldErrors<HttpValues> {
  const { serverName, useHttp, useHttps, backendHost, backendPort } = values;
  const unless = (valid: boolean, message: Message) => (valid ? undefined : { message });
  const line = values.reverseProxyRepositories.find((each) => {
    const [key, port = '', ...more] = each.split(/[\s:]+/);
    return !key || more.length > 0 || !isPort(port);
  });
  const errors = {
    serverName:
      serverName.trim() === ''
        ? { message: formMessages.missing }
        : unless(HOST.test(serverName.trim()), messages.badName),
    useHttps: unless(useHttp || useHttps, messages.neither),
    httpsPort: unless(!useHttps || isPort(values.httpsPort), messages.badPort),
    httpPort: unless(!useHttp || isPort(values.httpPort), messages.badPort),
    sslCertificate: unless(PATH.test(values.sslCertificate.trim()), messages.badPath),
    sslKey: unless(PATH.test(values.sslKey.trim()), messages.badPath),
    reverseProxyRepositories:
      line === undefined ? undefined : { message: messages.badPorts, values: { line } },
    backendHost: unless(HOST.test(backendHost.trim()), messages.badName),
    backendPort: unless(backendPort.trim() === '' || isPort(backendPort), messages.badPort),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
}

/** Returns the field that caused a rejection. */
export function httpFieldOf({ message }: HttpFailure): keyof HttpValues | undefined {
  const [, field = ''] = /^Field '(\w+)/.exec(message) ?? [];
  return field in EMPTY ? (field as keyof HttpValues) : undefined;
}

const EMPTY = valuesOf({
  ...{ serverName: '', useHttp: false, useHttps: false, httpPort: 80, httpsPort: 443 },
  ...{ dockerReverseProxyMethod: 'REPOPATHPREFIX', reverseProxyRepositories: [] },
});
