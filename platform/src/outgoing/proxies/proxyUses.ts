import { currentPlatform } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';

/** An object that references a proxy. */
export interface ProxyUse {
  readonly kind: string;
  readonly name: string;
}

/** Returns references by key of the proxy. */
type FindUses = () => Promise<readonly (ProxyUse & { readonly proxy: string })[]>;

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly proxyUses: FindUses[];
  }
}

/** Registers a feature's references to proxies, so that a referenced proxy isn't deleted. */
export function reportProxyUses(platform: Pick<Platform, 'proxyUses'>, find: FindUses): void {
  platform.proxyUses.push(find);
}

/** Returns the objects that reference a proxy, by its key. */
export async function proxyUses(): Promise<ReadonlyMap<string, readonly ProxyUse[]>> {
  const found = await Promise.all(currentPlatform().proxyUses.map((find) => find()));
  const uses = new Map<string, ProxyUse[]>();
  for (const { proxy, kind, name } of found.flat()) {
    const others = uses.get(proxy);
    if (others) others.push({ kind, name });
    else uses.set(proxy, [{ kind, name }]);
  }
  return uses;
}
