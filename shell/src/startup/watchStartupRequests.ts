import type { Disposer } from '@lading/contract';
import { reaction } from 'mobx';
import type { Shell } from '../Shell.ts';
import { runRequests } from './requests.ts';

type Kind = 'mainApplicationRequests' | 'platformConfigurationRequests';

/** Runs the startup requests of plugins: once for the page, and again after each sign-in. */
export function watchStartupRequests(shell: Shell): Disposer {
  let main: Promise<void> | undefined;
  return reaction(
    () => (shell.initialData.state === 'ready' ? shell.user.current : undefined),
    async (user) => {
      if (!user) return;
      main ??= run(shell, 'mainApplicationRequests');
      await main;
      if (!user.anonymous) await run(shell, 'platformConfigurationRequests');
    },
    { fireImmediately: true },
  );
}

function run(shell: Shell, kind: Kind): Promise<void> {
  const { signal } = new AbortController();
  const shellOf = (name: string) => {
    const record = shell.plugins.find(name);
    if (!record) throw new Error(`Plugin ${name} not found`);
    return shell.apiFor(record, signal);
  };
  return runRequests(shell.registry.list(kind), shellOf, (name, cause, error) =>
    shell.plugins.find(name)?.note('startup-request', cause, error),
  );
}
