import type { Message } from '../message.ts';

/** Who sets a setting: administrators for all users, or each user. */
export type SettingScope = 'instance' | 'user';

interface SettingTexts {
  /** Name of the value: letters and digits, beginning with a lowercase letter. */
  readonly name: string;
  /** Who sets it. */
  readonly scope: SettingScope;
  /** Label in the form. */
  readonly title: Message;
  /** Help under the field. */
  readonly description?: Message;
}

/** A text, or one of `enum`. */
export interface TextSetting extends SettingTexts {
  /** As in JSON Schema. */
  readonly type: 'string';
  /** The value until it is set, and when a stored one is no longer valid. */
  readonly default: string;
  /** The accepted values; all others are rejected. */
  readonly enum?: readonly string[];
  /** Minimum number of characters; 0 by default. */
  readonly minLength?: number;
  /** Maximum number of characters; 1000 by default. */
  readonly maxLength?: number;
}

/** A number. */
export interface NumberSetting extends SettingTexts {
  /** As in JSON Schema. */
  readonly type: 'number' | 'integer';
  /** The value until it is set, and when a stored one is no longer valid. */
  readonly default: number;
  /** Lowest accepted value. */
  readonly minimum?: number;
  /** Highest accepted value. */
  readonly maximum?: number;
}

/** Yes or no. */
export interface FlagSetting extends SettingTexts {
  /** As in JSON Schema. */
  readonly type: 'boolean';
  /** The value until it is set. */
  readonly default: boolean;
}

/**
 * A setting of a plugin, in a subset of JSON Schema. The console generates its form, and the server
 * validates its values. Not for secrets: all users of the plugin can read the values.
 */
export type PluginSetting = TextSetting | NumberSetting | FlagSetting;

/** The value of a setting. */
export type SettingValue = string | number | boolean;
