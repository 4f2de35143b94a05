export { type BuiltPlugin, buildPlugin } from './build/buildPlugin.ts';
export { integrityOf } from './build/integrity.ts';
export { sharedImports } from './build/sharedImports.ts';
export { type SystemBuild, systemBuild } from './build/systemBuild.ts';
export { KitError } from './KitError.ts';
export { FLUENT_MODULES, FLUENT_NAMES } from './shared/fluent.ts';
export { CORE_NAMES, CORE_TABLE, ROOM_NAMES, ROUTER_EXPORTS, SHARED_NAMES } from './shared/names.ts';
export { type SharedImport, sharedImport } from './shared/sharedImport.ts';
