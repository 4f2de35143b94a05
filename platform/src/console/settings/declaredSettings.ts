import type { PluginSettingField, PluginSettingValues } from '@lading/contract/rest';
import {
  type PluginSetting,
  type SettingScope,
  settingFault,
  validateSettings,
} from '@lading/contract/validation';
import { HttpError } from '../../errors/HttpError.ts';
import type { MappedPlugin } from '../ConsoleState.ts';

/** A plugin in the pages of a caller, and its settings. */
export interface PluginWithSettings {
  readonly plugin: string;
  readonly specifier: string;
  readonly version: string;
  readonly settings: readonly PluginSetting[];
}

/** The settings of a plugin. None of one that failed to load. */
export function settingsOf({ boot, plugin }: MappedPlugin): PluginWithSettings {
  const { name, specifier, version } = boot;
  const of = { plugin: name, specifier, version };
  if (!plugin || boot.problem) return { ...of, settings: [] };
  // A development server's manifest is not validated before.
  const found = validateSettings(name, plugin.manifest.settings);
  return { ...of, settings: 'cause' in found ? [] : found.settings };
}

/** The settings of a scope. */
export function inScope(settings: readonly PluginSetting[], scope: SettingScope): PluginSetting[] {
  return settings.filter((setting) => setting.scope === scope);
}

/** Settings in the form that a page needs. */
export function fieldsOf(settings: readonly PluginSetting[]): PluginSettingField[] {
  return settings.map((setting) => {
    const { scope: _scope, ...field } = setting;
    return {
      ...field,
      ...('enum' in field && field.enum ? { enum: [...field.enum] } : {}),
    } as PluginSettingField;
  });
}

/** Throws `HttpError` 400 for a value that its setting does not accept, or without a setting. */
export function checkValues(
  { plugin }: Pick<PluginWithSettings, 'plugin'>,
  settings: readonly PluginSetting[],
  values: PluginSettingValues['values'],
): void {
  const known = new Map(settings.map((setting) => [setting.name, setting]));
  for (const [name, value] of Object.entries(values)) {
    const setting = known.get(name);
    if (!setting)
      throw bad(`Plugin "${plugin}" has no setting "${name}" here. Expected ${[...known.keys()].join(', ')}`);
    const fault = settingFault(setting, value);
    if (fault !== undefined) throw bad(`Invalid value of "${setting.title.text}" (${name}). ${fault}`);
  }
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_PLUGIN_SETTING', message);
}
