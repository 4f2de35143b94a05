import type { PluginBackendCall } from '@lading/contract/rest';
import { matchesCall } from '@lading/contract/validation';

/** Whether one of the calls contains the method and the path. */
export function includesCall(
  calls: readonly PluginBackendCall[],
  method: string,
  segments: readonly string[],
): boolean {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return calls.some(
    ({ methods, path }) => methods.some((one) => one === wanted) && matchesCall(path, segments),
  );
}

/** Whether each call of `some` is among `others` as it is. */
export function areAmong(some: readonly PluginBackendCall[], others: readonly PluginBackendCall[]): boolean {
  const pairs = new Set(others.flatMap(pairsOf));
  return some.flatMap(pairsOf).every((pair) => pairs.has(pair));
}

const pairsOf = ({ methods, path }: PluginBackendCall) => methods.map((method) => `${method} ${path}`);
