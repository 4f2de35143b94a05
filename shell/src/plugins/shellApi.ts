import type { Disposer, Periodic, ShellApi } from '@lading/contract';
import type { Registry } from '../registry/Registry.ts';
import { scopedStorage } from '../services/storage.ts';
import type { PluginRecord } from './PluginRecord.ts';
import { showPart } from './showPart.ts';

/** Services that all plugins share. */
export type SharedServices = Omit<ShellApi, 'storage' | 'signal' | 'add' | 'contributions' | 'showPart'>;

/**
 * Creates the shell API of one plugin, with its own storage and with contributions under its name.
 */
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
      // The part gets its own plugin's shell, with the rank of the host plugin.
      const guest = { name: part?.plugin ?? owner.name, rank: owner.rank, shipped: owner.shipped };
      return showPart(id, part, host, signal, (until) => shellApi(services, registry, guest, until));
    },
  };
}

/** Ends periodic work with the mount that started it. */
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
