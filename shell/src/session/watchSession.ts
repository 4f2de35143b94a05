import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import { connectionBar } from '../connection/connectionBar.ts';
import { pathOf } from '../navigation/place.ts';
import { watchIdle } from '../periodic/watchIdle.ts';
import type { Shell } from '../Shell.ts';

/** How often a call of the start that has failed is made again by itself, in milliseconds. */
export const MEND_MS = 60_000;

/** Session, connection and presence, for as long as the console runs. */
export function watchSession(shell: Shell): Disposer {
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
    reaction(
      () => connection.online,
      (online) => {
        if (!online) return;
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
