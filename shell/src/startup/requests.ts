import { DEFAULT_REQUEST_ORDER, type ShellApi, type StartupRequestContribution } from '@lading/contract';
import { causeOf } from '../log/log.ts';
import { within } from '../plugins/deadline.ts';

/** Timeout of a request before the next order starts, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 10_000;

interface Request {
  readonly plugin: string;
  readonly value: StartupRequestContribution;
}

/**
 * Runs requests by ascending order, those of one order in parallel. Failures are reported and stop
 * nothing.
 */
export async function runRequests(
  requests: readonly Request[],
  shellOf: (plugin: string) => ShellApi,
  failed: (plugin: string, cause: string, error: unknown) => void,
): Promise<void> {
  for (const group of byOrder(requests)) {
    await Promise.all(
      group.map(async ({ plugin, value }) => {
        try {
          const run = Promise.resolve().then(() => value.run(shellOf(plugin)));
          await within(REQUEST_TIMEOUT_MS, run, `Request ${value.name}`);
        } catch (error) {
          failed(plugin, `${value.name}: ${causeOf(error)}`, error);
        }
      }),
    );
  }
}

function byOrder(requests: readonly Request[]): Request[][] {
  const orderOf = ({ order }: StartupRequestContribution) => order ?? DEFAULT_REQUEST_ORDER;
  const groups = new Map<number, Request[]>();
  for (const request of requests) {
    const order = orderOf(request.value);
    groups.set(order, [...(groups.get(order) ?? []), request]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}
