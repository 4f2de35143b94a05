export type { PluginSetting, SettingScope } from '../plugin/setting.ts';
export { CONTRACT_VERSION } from '../version.ts';
export { validateBackends, validateCalls } from './backends.ts';
export { matchesCall, segmentsOf } from './callPaths.ts';
export { type CallLimits, isFramedCall } from './framedCalls.ts';
export { validateServerParts } from './serverParts.ts';
export { serviceNames } from './serviceNames.ts';
export { settingFault, settingValues, validateSettings } from './settings.ts';
export { validateManifest } from './validateManifest.ts';
