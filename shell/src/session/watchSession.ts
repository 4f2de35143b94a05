import type { Disposer, FailureClass } from '@lading/contract';
import type { ModuleFailure, ModuleLoader } from '@lading/contract/host';
import { reaction } from 'mobx';
import { AWAY } from '../connection/Connection.ts';
import { connectionBar } from '../connection/connectionBar.ts';
import { pathOf } from '../navigation/place.ts';
import { watchIdle } from '../periodic/watchIdle.ts';
import type { Shell } from '../Shell.ts';

/** Interval of automatic retries of failed startup calls, in milliseconds. */
const MEND_MS = 60_000;

/** Code failures that may succeed once the server is reachable again. */
const LOST_CODE: ReadonlySet<FailureClass> = new Set(['network', 'http', 'timeout']);

/** Returns whether a file may load on the next attempt. After a 404, retrying changes nothing. */
function wasLost({ class: found, status }: ModuleFailure): boolean {
  return LOST_CODE.has(found) && (status === undefined || AWAY.has(status));
}

/** Retries the plugin of the current page if its code failed to load. */
function retryCode({ page, plugins }: Shell): void {
  const { plugin } = page;
  if (!plugin || plugin.problem || plugin.off || plugin.state.status !== 'failed') return;
  if (LOST_CODE.has(plugin.state.failure.class)) void plugins.retry(plugin);
}

/** Watches session, connection, and presence while the console runs. */
export function watchSession(shell: Shell, loader: Pick<ModuleLoader, 'watch'>): Disposer {
  const { connection, initialData, navigation, periodic, platformData, presence, session } = shell;
  const mend = async () => {
    await Promise.all([initialData.failures.size > 0 && initialData.retry(), platformData.retryFailed()]);
  };
  const disposers = [
    connection.watch(),
    connectionBar(connection, (message) => shell.language.text(message)),
    presence.watch(),
    watchIdle(() => void session.check()),
    periodic.repeat(mend, MEND_MS),
    loader.watch((failure) => {
      if (wasLost(failure)) void connection.lost();
    }),
    reaction(
      () => connection.recoveries,
      () => {
        retryCode(shell);
        if (initialData.cause === undefined) void mend();
        else void navigation.go(pathOf(navigation.place), { replace: true });
      },
    ),
    () => shell.sessionChannel.close(),
  ];
  return () => {
    for (const dispose of disposers) dispose();
  };
}
