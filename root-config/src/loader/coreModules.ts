import type { SystemLike } from './systemHooks.ts';

/** The one file with the modules that every page needs; it exports `namespaces`, a table from name to module. */
const CORE_TABLE = '@lading/core';

/** Fetches the core modules in one request and puts each of them where its name finds it. */
export async function registerCoreModules(system: SystemLike): Promise<void> {
  const core = await system.import(CORE_TABLE);
  const namespaces = (core as { namespaces?: Record<string, object> }).namespaces;
  if (typeof namespaces !== 'object') throw new Error(`${CORE_TABLE} exports no table "namespaces"`);
  for (const [name, namespace] of Object.entries(namespaces)) system.set(system.resolve(name), namespace);
}
