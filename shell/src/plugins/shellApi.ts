import {
  type Contribution,
  type ContributionKind,
  type Disposer,
  HttpFailure,
  type Periodic,
  type ShellApi,
} from '@lading/contract';
import type { OwnTitle } from '../page/OwnTitle.ts';
import type { Registry } from '../registry/Registry.ts';
import type { Shell } from '../Shell.ts';
import { scopedStorage } from '../services/storage.ts';
import { renderFailure } from './StageFailure.ts';
import { showPart } from './showPart.ts';

/** Services that all plugins share. */
export type SharedServices = Omit<
  ShellApi,
  'storage' | 'signal' | 'add' | 'contributions' | 'showPart' | 'shellOf' | 'reportFailure' | 'setTitle'
> & { readonly title: Pick<OwnTitle, 'set'> };

/** A plugin, or the shell itself. */
export type ContributionOwner = Parameters<Registry['add']>[0];

/** The plugins whose contributions a plugin calls, by name. */
export interface Contributors {
  shellOf(plugin: string, signal: AbortSignal): ShellApi;
  /** Records a failure of a contribution. */
  failed(contribution: Contribution<ContributionKind>, error: unknown): void;
}

/**
 * Creates the shell API of one plugin, with its own storage and with contributions under its name.
 */
export function shellApi(
  services: SharedServices,
  registry: Registry,
  owner: ContributionOwner,
  signal: AbortSignal,
  contributors: Contributors,
): ShellApi {
  const { title, ...shared } = services;
  return {
    ...shared,
    periodic: within(services.periodic, signal),
    storage: scopedStorage(`plugin.${owner.name}`),
    signal,
    setTitle: (text) => (signal.aborted ? () => {} : untilAbort(signal, title.set(owner.name, text))),
    add: (kind, value): Disposer => registry.add(owner, kind, value),
    contributions: (kind) => registry.list(kind),
    showPart: (id, host) => {
      const part = registry.list('pageParts').find(({ value }) => value.id === id);
      // The part gets its own plugin's shell, with the rank of the host plugin.
      const guest = {
        ...{ name: part?.plugin ?? owner.name, rank: owner.rank, shipped: owner.shipped },
        /** The part stays in the page when its plugin is removed. */
        get removed() {
          return part !== undefined && !registry.list('pageParts').includes(part);
        },
      };
      return showPart(id, part, host, signal, (until) =>
        shellApi(services, registry, guest, until, contributors),
      );
    },
    shellOf: ({ plugin }) => contributors.shellOf(plugin, signal),
    reportFailure: contributors.failed,
  };
}

/** Returns the plugins of the console as contributors; the shell itself has no record. */
export function contributorsOf(
  shell: Pick<Shell, 'plugins' | 'apiFor' | 'ownApi' | 'connection'>,
): Contributors {
  return {
    shellOf: (plugin, signal) => {
      const record = shell.plugins.find(plugin);
      return record ? shell.apiFor(record, signal) : shell.ownApi();
    },
    failed: ({ plugin, value }, error) => {
      // The server failed, not the plugin.
      if (error instanceof HttpFailure || !shell.connection.online) return;
      const what = 'id' in value ? `${value.id}: ` : '';
      const failure = renderFailure(error);
      shell.plugins.find(plugin)?.note(failure.class, what + failure.message, error);
    },
  };
}

/** Ends periodic work with the mount that started it. */
function within(periodic: Periodic, signal: AbortSignal): Periodic {
  return {
    get paused() {
      return periodic.paused;
    },
    repeat: (run, milliseconds) =>
      signal.aborted ? () => {} : untilAbort(signal, periodic.repeat(run, milliseconds)),
  };
}

/** Also calls the disposer when the mount ends. */
function untilAbort(signal: AbortSignal, end: Disposer): Disposer {
  signal.addEventListener('abort', end, { once: true });
  return () => {
    signal.removeEventListener('abort', end);
    end();
  };
}
