/** One response that the page received, as the browser's resource timing reports it. */
interface Received {
  readonly path: string;
  /** Bytes of the body as transferred, without headers; 0 when it came from the cache. */
  readonly bytes: number;
  readonly started: number;
  readonly ended: number;
}

/** Size of a page visit. */
export interface PageWeight {
  /**
   * The document, scripts, and styles that came over the network, without what is loaded later: a
   * slow machine must not count it.
   */
  readonly files: number;
  readonly fileBytes: number;
  /**
   * Calls that had started when the response that fills the page arrived, without queries, sorted.
   */
  readonly calls: readonly string[];
  /** Bytes of the manifests of all plugins, which are in one response. */
  readonly manifestBytes: number;
}

/** The reporter of plugins' health, which is loaded seconds after the first page. */
const isLater = ({ path }: Received) => /\/reporter-[^/]+\.js$/.test(path);
const isCall = ({ path }: Received) => /^\/ui\/(api|contributions)\//.test(path);

/**
 * Measures the open page. `last` is the path of the call whose response fills it; without it, no
 * calls are listed.
 */
export async function pageWeight(last?: string): Promise<PageWeight> {
  const received = await browser.execute(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return entries.map(({ name, encodedBodySize, transferSize, startTime, responseEnd }) => ({
      path: new URL(name).pathname,
      bytes: transferSize === 0 ? 0 : Math.min(encodedBodySize, transferSize),
      started: startTime,
      ended: responseEnd,
    }));
  });
  const filled = last === undefined ? 0 : received.find(({ path }) => path === last)?.ended;
  if (filled === undefined) throw new Error(`The page never called ${last}`);
  const files = received.filter((each) => !isCall(each) && !isLater(each) && each.bytes > 0);
  const calls = received.filter((each) => isCall(each) && each.started < filled);
  const manifests = calls.filter(({ path }) => path.startsWith('/ui/contributions/'));
  const sum = (list: readonly Received[]) => list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    files: files.length,
    fileBytes: sum(files),
    calls: calls.map(({ path }) => path.replace(/[0-9a-f]{16}/, 'HASH')).sort(),
    manifestBytes: sum(manifests),
  };
}
