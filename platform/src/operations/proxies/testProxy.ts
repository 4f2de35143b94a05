import { STATUS_CODES } from 'node:http';
import type { ProxyTest } from '@lading/contract/rest';
import { asOutgoingError, type OutgoingFault } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { isLoopbackHost } from '../../outgoing/proxies/names.ts';
import { hostOf, isExcluded } from '../../outgoing/proxies/noProxy.ts';
import type { ConfiguredProxy } from '../../outgoing/proxies/Proxy.ts';
import { routeOf } from '../../outgoing/proxies/proxyFinder.ts';

type Outcome = ProxyTest['outcome'];

const outcomes: Partial<Record<OutgoingFault, Outcome>> = {
  refused: 'not-allowed',
  proxy: 'proxy-unreachable',
  'proxy-settings': 'proxy-unreachable',
  'proxy-credentials': 'proxy-credentials',
  'proxy-denied': 'target-denied',
};

/** Requests the URL through the proxy, saved or not, and reports the result. */
export async function testProxy(proxy: ConfiguredProxy, password: string, url: URL): Promise<ProxyTest> {
  const { key } = proxy;
  if (isLoopbackHost(hostOf(url)) || isExcluded(url, proxy.noProxy))
    return { outcome: 'direct', message: `Requests to ${hostOf(url)} do not use the proxy` };
  const start = performance.now();
  try {
    const answer = await outgoing().request(url, {
      through: routeOf(proxy, password),
      redirects: 'follow',
      headers: { 'user-agent': 'Lading' },
      connectTimeout: 10_000,
      headersTimeout: 15_000,
    });
    answer.discard();
    const milliseconds = Math.round(performance.now() - start);
    const { status } = answer;
    const said = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
    const ok = status < 400;
    const message = ok
      ? `Connected through proxy ${key} in ${milliseconds} ms: ${said}`
      : `Connected through proxy ${key}, but the URL returned ${said}`;
    return { outcome: ok ? 'ok' : 'target-rejected', status, milliseconds, message };
  } catch (error) {
    const { fault, message } = asOutgoingError(error);
    return { outcome: outcomes[fault] ?? 'target-unreachable', message };
  }
}
