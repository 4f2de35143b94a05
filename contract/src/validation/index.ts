export type { PluginSetting, SettingScope } from '../plugin/setting.ts';
export { CONTRACT_VERSION } from '../version.ts';
export { validateBackends } from './backends.ts';
export { validateServerParts } from './serverParts.ts';
export { serviceNames } from './serviceNames.ts';
export { settingFault, settingValues, validateSettings } from './settings.ts';
export { validateManifest } from './validate.ts';
