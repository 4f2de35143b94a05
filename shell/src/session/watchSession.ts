import type { Disposer, FailureClass } from '@lading/contract';
import type { ModuleFailure, ModuleLoader } from '@lading/contract/host';
import { reaction } from 'mobx';
import { AWAY } from '../connection/Connection.ts';
import { connectionBar } from '../connection/connectionBar.ts';
import { pathOf } from '../navigation/place.ts';
import { watchIdle } from '../periodic/watchIdle.ts';
import type { Shell } from '../Shell.ts';

/** How often a call of the start that has failed is made again by itself, in milliseconds. */
const MEND_MS = 60_000;

/** Failures of code that may be over once the server can be reached again. */
const LOST_CODE: ReadonlySet<FailureClass> = new Set(['network', 'http', 'timeout']);

/** Whether a file may arrive at the next attempt. A server that answers 404 has no such file: asking again changes nothing. */
function wasLost({ class: found, status }: ModuleFailure): boolean {
  return LOST_CODE.has(found) && (status === undefined || AWAY.has(status));
}

/** The plugin whose page is shown gets another attempt where its code was lost. */
function retryCode({ page, plugins }: Shell): void {
  const { plugin } = page;
  if (!plugin || plugin.problem || plugin.state.status !== 'failed') return;
  if (LOST_CODE.has(plugin.state.failure.class)) void plugins.retry(plugin);
}

/** Session, connection and presence, for as long as the console runs. */
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
