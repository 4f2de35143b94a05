import type { Storage } from '../../storage/storage.ts';
import { currentStorage } from '../../storage/storage.ts';

/** An object that names a proxy. */
export interface ProxyUse {
  readonly kind: string;
  readonly name: string;
}

/** Returns the uses by key of the proxy. */
type FindUses = () => Promise<readonly (ProxyUse & { readonly proxy: string })[]>;

const finders = new WeakMap<Storage, FindUses[]>();

/** Lets a feature report the objects that name a proxy, so that the proxy isn't deleted. */
export function reportProxyUses(storage: Storage, find: FindUses): void {
  finders.set(storage, [...(finders.get(storage) ?? []), find]);
}

/** The objects that name a proxy, by its key. */
export async function proxyUses(): Promise<ReadonlyMap<string, readonly ProxyUse[]>> {
  const found = await Promise.all((finders.get(currentStorage()) ?? []).map((find) => find()));
  const uses = new Map<string, ProxyUse[]>();
  for (const { proxy, kind, name } of found.flat()) {
    const others = uses.get(proxy);
    if (others) others.push({ kind, name });
    else uses.set(proxy, [{ kind, name }]);
  }
  return uses;
}
