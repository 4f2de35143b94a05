import type { ShellApi } from '@lading/contract';
import { useShell } from '@lading/ui';
import { LoginStore } from './LoginStore.ts';

const stores = new WeakMap<ShellApi, LoginStore>();

/** The state that the sign-in pages share: it lasts from one to the next. */
export function useLogin(): LoginStore {
  return loginOf(useShell());
}

export function loginOf(shell: ShellApi): LoginStore {
  const known = stores.get(shell) ?? new LoginStore(shell.http);
  stores.set(shell, known);
  return known;
}
