import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterCommit, currentPlatform, db, transaction } from '../../database/db.ts';
import type { ConfiguredProxy, ProxyService } from './Proxy.ts';
import { proxiesTable, proxyDefaultsTable } from './tables.ts';

/** Milliseconds until a node applies another node's changes. Its own changes apply immediately. */
const staleAfterMs = 1000;

interface Snapshot {
  readonly loaded: number;
  readonly byKey: Promise<ReadonlyMap<string, ConfiguredProxy>>;
}

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly proxies: { snapshot?: Snapshot };
  }
}

/** Returns all proxies by key, from memory, because every outgoing request needs them. */
export function allProxies(): Promise<ReadonlyMap<string, ConfiguredProxy>> {
  const { proxies } = currentPlatform();
  const known = proxies.snapshot;
  if (known && performance.now() - known.loaded < staleAfterMs) return known.byKey;
  const fresh: Snapshot = { loaded: performance.now(), byKey: load() };
  proxies.snapshot = fresh;
  fresh.byKey.catch(() => {
    if (proxies.snapshot === fresh) delete proxies.snapshot;
  });
  return fresh.byKey;
}

/** Reads the proxies from the database, for changes. */
export async function load(): Promise<ReadonlyMap<string, ConfiguredProxy>> {
  const rows = await db().select().from(proxiesTable).orderBy(asc(proxiesTable.key));
  const defaults = await db().select().from(proxyDefaultsTable).orderBy(asc(proxyDefaultsTable.service));
  return new Map(
    rows.map(({ modified: _modified, ...row }) => {
      const services = defaults.filter(({ proxy }) => proxy === row.key).map(({ service }) => service);
      return [
        row.key,
        {
          ...row,
          platformDefault: services.includes('all'),
          services: services.filter((service) => service !== 'all') as ProxyService[],
        },
      ];
    }),
  );
}

/** Stores the proxy unless the key exists. Returns whether it was stored. */
export function createProxy(proxy: ConfiguredProxy): Promise<boolean> {
  return transaction(async () => {
    const done = await db().insert(proxiesTable).values(rowOf(proxy)).onConflictDoNothing();
    if (done.rowCount === 0) return false;
    await setDefaults(proxy);
    forget();
    return true;
  });
}

/** Replaces the proxy. Returns whether it exists. */
export function changeProxy(proxy: ConfiguredProxy): Promise<boolean> {
  return transaction(async () => {
    const set = { ...rowOf(proxy), modified: new Date() };
    const done = await db().update(proxiesTable).set(set).where(eq(proxiesTable.key, proxy.key));
    if (done.rowCount === 0) return false;
    await setDefaults(proxy);
    forget();
    return true;
  });
}

/** Locks proxies until the transaction ends, so that nothing can select them. */
export async function lockProxies(keys: readonly string[]): Promise<void> {
  await db()
    .select({ key: proxiesTable.key })
    .from(proxiesTable)
    .where(inArray(proxiesTable.key, [...keys]))
    .orderBy(asc(proxiesTable.key))
    .for('update');
}

/** Deletes proxies. Services whose default is deleted use the platform's default, or no proxy. */
export async function deleteProxies(keys: readonly string[]): Promise<void> {
  await db()
    .delete(proxiesTable)
    .where(inArray(proxiesTable.key, [...keys]));
  forget();
}

function rowOf({ platformDefault: _default, services: _services, ...row }: ConfiguredProxy) {
  return { ...row, noProxy: [...row.noProxy] };
}

/** A service has one default, so setting it here removes it from the previous proxy. */
async function setDefaults({ key, platformDefault, services }: ConfiguredProxy): Promise<void> {
  await db().delete(proxyDefaultsTable).where(eq(proxyDefaultsTable.proxy, key));
  const wanted = [...services, ...(platformDefault ? ['all'] : [])];
  if (wanted.length === 0) return;
  await db()
    .insert(proxyDefaultsTable)
    .values(wanted.map((service) => ({ service, proxy: key })))
    .onConflictDoUpdate({ target: proxyDefaultsTable.service, set: { proxy: sql`excluded.proxy` } });
}

function forget(): void {
  const { proxies } = currentPlatform();
  afterCommit(() => {
    delete proxies.snapshot;
  });
}
