import { type Static, Type } from '@sinclair/typebox';
import type { SettingValue } from '../plugin/setting.ts';
import { oneOf } from './schemaKinds.ts';

/** Settings of plugins, under `/ui/api/v1/lading/plugins`. */

// One type with three names: a union would convert numbers to texts.
const value = Type.Unsafe<SettingValue>({ type: ['string', 'number', 'boolean'] });
const values = Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,63}$' }), value, {
  description: 'By name of the setting.',
});
const message = Type.Object({ id: Type.String(), text: Type.String() });

/** GET `/plugins/{name}/settings`, and the body of changes. */
export type PluginSettingValues = Static<typeof PluginSettingValues>;
export const PluginSettingValues = Type.Object(
  { values },
  { title: 'PluginSettingValues', additionalProperties: false },
);

/** A setting that a plugin declares: see `PluginSetting` of the contract. */
export type PluginSettingField = Static<typeof PluginSettingField>;
export const PluginSettingField = Type.Object(
  {
    name: Type.String(),
    title: message,
    description: Type.Optional(message),
    type: oneOf(['string', 'number', 'integer', 'boolean']),
    default: value,
    enum: Type.Optional(Type.Array(Type.String())),
    minLength: Type.Optional(Type.Integer()),
    maxLength: Type.Optional(Type.Integer()),
    minimum: Type.Optional(Type.Number()),
    maximum: Type.Optional(Type.Number()),
  },
  { title: 'PluginSettingField' },
);

/** GET and PUT `/plugins/{name}/settings/instance` and `/plugins/{name}/settings/user`. */
export type PluginSettingsForm = Static<typeof PluginSettingsForm>;
export const PluginSettingsForm = Type.Object(
  {
    plugin: Type.String({ description: 'Name of the plugin.' }),
    specifier: Type.String({ description: 'Package name.' }),
    version: Type.String(),
    settings: Type.Array(PluginSettingField, { description: 'Those of this scope.' }),
    values,
  },
  { title: 'PluginSettingsForm' },
);

/** GET `/plugins/settings`. */
export type PluginsWithSettings = Static<typeof PluginsWithSettings>;
export const PluginsWithSettings = Type.Object(
  {
    plugins: Type.Array(Type.String(), { description: 'Names of plugins with settings of each user.' }),
  },
  { title: 'PluginsWithSettings' },
);
