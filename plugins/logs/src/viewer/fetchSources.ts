import type { Http } from '@lading/contract';
import type { LogConfig } from '@lading/contract/rest';
import { fetchLogConfig } from '../logsApi.ts';
import type { LogSource } from './LogLines.ts';
import { ALL_FILES, ALL_NODES, type LogSelection, PRODUCTS } from './LogSelection.ts';

/**
 * Returns the configuration of the selected product and node. If the node is not reachable, the
 * nodes are those of the node that responds, to select another. Throws `HttpFailure`.
 */
export async function fetchConfig(
  http: Http,
  selection: LogSelection,
  signal: AbortSignal,
): Promise<LogConfig> {
  const { product, node } = selection;
  const fromAny = () => fetchLogConfig(http, { product, node: '' }, signal);
  if (node === '' || node === ALL_NODES) return fromAny();
  try {
    return await fetchLogConfig(http, { product, node }, signal);
  } catch (error) {
    const config = await fromAny().catch(() => undefined);
    if (!signal.aborted && config) selection.takeNodes(config.nodes);
    throw error;
  }
}

/** Returns the selected logs of the selected nodes. Throws `HttpFailure`. */
export async function fetchSources(
  http: Http,
  selection: LogSelection,
  signal: AbortSignal,
): Promise<readonly LogSource[]> {
  const { product, file, selectedNodes } = selection;
  if (file === '') return [];
  const logs = file === ALL_FILES ? await fetchLogs(http, selection, signal) : [{ product, file }];
  return selectedNodes.flatMap((node) => logs.map((log) => ({ ...log, node })));
}

/** Returns the logs of all services. They are the same on all nodes. */
async function fetchLogs(
  http: Http,
  { product, files, selectedNodes }: LogSelection,
  signal: AbortSignal,
): Promise<readonly Omit<LogSource, 'node'>[]> {
  const node = selectedNodes.length > 1 ? '' : (selectedNodes[0] ?? '');
  const others = PRODUCTS.filter(({ key }) => key !== product).map(async ({ key }) => {
    const { logs } = await fetchLogConfig(http, { product: key, node }, signal);
    return { product: key, logs };
  });
  return [{ product, logs: files }, ...(await Promise.all(others))].flatMap(({ product: key, logs }) =>
    logs.map((name) => ({ product: key, file: name })),
  );
}
