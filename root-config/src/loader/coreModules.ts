import type { SystemLike } from './systemHooks.ts';

/**
 * The file with the modules that every page needs; it exports `namespaces`, a table from name to
 * module.
 */
const CORE_TABLE = '@lading/core';

/** Loads the core modules in one request and registers each by name. */
export async function registerCoreModules(system: SystemLike): Promise<void> {
  const core = await system.import(CORE_TABLE);
  const namespaces = (core as { namespaces?: Record<string, object> }).namespaces;
  if (typeof namespaces !== 'object') throw new Error(`${CORE_TABLE} exports no table "namespaces"`);
  for (const [name, namespace] of Object.entries(namespaces)) system.set(system.resolve(name), namespace);
}
