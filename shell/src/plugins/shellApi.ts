import type { Analytics, Disposer, Periodic, ShellApi } from '@lading/contract';
import type { Registry } from '../registry/Registry.ts';
import { scopedStorage } from '../services/storage.ts';
import type { PluginRecord } from './PluginRecord.ts';

/** What all plug-ins share of the shell. */
export type SharedServices = Omit<ShellApi, 'storage' | 'signal' | 'add' | 'contributions'>;

/** The shell as one plug-in sees it: with storage of its own, and contributions in its own name. */
export function shellApi(
  services: SharedServices,
  registry: Registry,
  owner: Pick<PluginRecord, 'name' | 'rank' | 'shipped'>,
  signal: AbortSignal,
): ShellApi {
  return {
    ...services,
    periodic: within(services.periodic, signal),
    storage: scopedStorage(`plugin.${owner.name}`),
    signal,
    add: (kind, value): Disposer => registry.add(owner, kind, value),
    contributions: (kind) => registry.list(kind),
  };
}

/** What is repeated ends with the mount that asked for it. */
function within(periodic: Periodic, signal: AbortSignal): Periodic {
  return {
    get paused() {
      return periodic.paused;
    },
    repeat: (run, milliseconds) => {
      if (signal.aborted) return () => {};
      const end = periodic.repeat(run, milliseconds);
      signal.addEventListener('abort', end, { once: true });
      return () => {
        signal.removeEventListener('abort', end);
        end();
      };
    },
  };
}

/** Stores and sends nothing: no operator can turn it on yet. */
export const silentAnalytics: Analytics = { track: () => {} };
