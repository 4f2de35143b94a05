export { type CreatedPlugin, type CreateOptions, createPlugin } from './create/createPlugin.ts';
export { type DevServer, type DevServerOptions, startDevServer } from './dev/devServer.ts';
export { KitError } from './KitError.ts';
export { type BuiltPlugin, buildPlugin } from './plugin/buildPlugin.ts';
export { integrityOf } from './plugin/integrity.ts';
export { packPlugin } from './plugin/packPlugin.ts';
export { sharedImports } from './plugin/sharedImports.ts';
export { type SystemBuild, systemBuild } from './plugin/systemBuild.ts';
export { FLUENT_MODULES, FLUENT_NAMES } from './shared/fluent.ts';
export {
  CORE_NAMES,
  CORE_TABLE,
  ROOM_NAMES,
  ROUTER_EXPORTS,
  SHARED_NAMES,
  UI_NAMES,
} from './shared/names.ts';
export { type SharedImport, sharedImport } from './shared/sharedImport.ts';
