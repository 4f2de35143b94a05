import { currentPlatform } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';

/** An object that names a proxy. */
export interface ProxyUse {
  readonly kind: string;
  readonly name: string;
}

/** Returns the uses by key of the proxy. */
type FindUses = () => Promise<readonly (ProxyUse & { readonly proxy: string })[]>;

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly proxyUses: FindUses[];
  }
}

/** Lets a feature report the objects that name a proxy, so that the proxy isn't deleted. */
export function reportProxyUses(platform: Pick<Platform, 'proxyUses'>, find: FindUses): void {
  platform.proxyUses.push(find);
}

/** The objects that name a proxy, by its key. */
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
