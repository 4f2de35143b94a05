import type { Analytics, Disposer, Periodic, ShellApi } from '@lading/contract';
import type { Registry } from '../registry/Registry.ts';
import { scopedStorage } from '../services/storage.ts';
import type { PluginRecord } from './PluginRecord.ts';
import { showPart } from './showPart.ts';

/** What all plug-ins share of the shell. */
export type SharedServices = Omit<ShellApi, 'storage' | 'signal' | 'add' | 'contributions' | 'showPart'>;

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
    showPart: (id, host) => {
      const part = registry.list('pageParts').find(({ value }) => value.id === id);
      // As its own plug-in sees the shell; what it adds counts as much as what its host adds.
      const guest = { name: part?.plugin ?? owner.name, rank: owner.rank, shipped: owner.shipped };
      return showPart(id, part, host, signal, (until) => shellApi(services, registry, guest, until));
    },
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
