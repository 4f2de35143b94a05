export { FLUENT_MODULES, FLUENT_NAMES } from './shared/fluent.ts';
export { CORE_NAMES, CORE_TABLE, ROOM_NAMES, ROUTER_EXPORTS, SHARED_NAMES } from './shared/names.ts';
export { type SharedImport, sharedImport } from './shared/sharedImport.ts';
