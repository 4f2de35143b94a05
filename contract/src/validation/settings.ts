import {
  array,
  boolean,
  finite,
  type GenericSchema,
  integer,
  literal,
  maxLength,
  minLength,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  regex,
  safeParse,
  strictObject,
  string,
  variant,
} from 'valibot';
import type { PluginSetting, SettingValue } from '../plugin/setting.ts';
import { describeIssue } from './describeIssue.ts';

// Only the server and the kit use this schema, as with backends.

const maxSettings = 50;
/** Of a text without a limit of its own. */
const maxTextLength = 1000;

const text = pipe(string('a text'), minLength(1, 'a text that is not empty'));
const message = strictObject({ id: text, text: string('a text') }, 'a message, { id, text }');
const count = pipe(number('a number'), integer('a whole number'), minValue(0, 'at least 0'));
const bound = pipe(number('a number'), finite('a finite number'));
const common = {
  name: pipe(
    string('a name'),
    regex(/^[a-z][A-Za-z0-9]{0,63}$/, 'a name of letters and digits, such as refreshSeconds'),
  ),
  scope: picklist(['instance', 'user'], '"instance" or "user"'),
  title: message,
  description: optional(message),
};
const numeric = (type: 'number' | 'integer') =>
  strictObject({
    ...common,
    type: literal(type),
    default: bound,
    minimum: optional(bound),
    maximum: optional(bound),
  });

const settingsSchema = pipe(
  array(
    variant(
      'type',
      [
        strictObject({
          ...common,
          type: literal('string'),
          default: string('a text'),
          enum: optional(pipe(array(string('a text'), 'a list'), minLength(1, 'at least one value'))),
          minLength: optional(count),
          maxLength: optional(count),
        }),
        numeric('number'),
        numeric('integer'),
        strictObject({ ...common, type: literal('boolean'), default: boolean('true or false') }),
      ],
      'one of the types string, number, integer, boolean',
    ),
    'a list of settings',
  ),
  maxLength(maxSettings, `up to ${maxSettings} settings`),
) satisfies GenericSchema<unknown, readonly PluginSetting[]>;

/** Validates the settings of a manifest. Returns them, or the reason of the rejection. */
export function validateSettings(
  plugin: string,
  value: unknown,
): { settings: readonly PluginSetting[] } | { cause: string } {
  if (value === undefined) return { settings: [] };
  const result = safeParse(settingsSchema, value, { abortEarly: true });
  if (!result.success) {
    const cause = describeIssue(plugin, result.issues[0]).replace(/: (\[|\.)/, ': settings$1');
    return { cause: cause.replace(': it: found', ': settings: found') };
  }
  const settings = result.output;
  const names = settings.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { cause: `Plugin "${plugin}": two settings have the name "${twice}"` };
  for (const setting of settings) {
    const fault = settingFault(setting, setting.default);
    if (fault !== undefined)
      return { cause: `Plugin "${plugin}": the default of setting "${setting.name}" is invalid. ${fault}` };
  }
  return { settings };
}

/** Returns what is expected of a value that a setting does not accept. */
export function settingFault(setting: PluginSetting, value: unknown): string | undefined {
  if (setting.type === 'boolean') return typeof value === 'boolean' ? undefined : 'Expected true or false';
  if (setting.type === 'string') {
    const { enum: choices, minLength: least = 0, maxLength: most = maxTextLength } = setting;
    if (choices)
      return choices.some((one) => one === value) ? undefined : `Expected one of ${choices.join(', ')}`;
    const fits = typeof value === 'string' && value.length >= least && value.length <= most;
    return fits ? undefined : `Expected a text of ${least} to ${most} characters`;
  }
  const { type, minimum, maximum } = setting;
  const isNumber =
    typeof value === 'number' && (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value));
  if (isNumber && value >= (minimum ?? value) && value <= (maximum ?? value)) return undefined;
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ].join(' and ');
  return `Expected a ${type === 'integer' ? 'whole number' : 'number'}${limits && `, ${limits}`}`;
}

/** Returns the values of settings: the first valid one of the stored values, or the default. */
export function settingValues(
  settings: readonly PluginSetting[],
  stored: Readonly<Record<string, unknown>>,
): Record<string, SettingValue> {
  return Object.fromEntries(
    settings.map((setting) => {
      const value = Object.hasOwn(stored, setting.name) ? stored[setting.name] : undefined;
      return [
        setting.name,
        settingFault(setting, value) === undefined ? (value as SettingValue) : setting.default,
      ];
    }),
  );
}
