import type { SettingValue } from '@lading/contract';
import type { PluginSettingField, PluginSettingsForm } from '@lading/contract/rest';
import type { FieldError, FieldErrors } from '../fieldErrors.ts';
import { settingMessages as messages } from './messages.ts';

/** Values of the form. Numbers are texts, as typed. */
export type TypedValues = Readonly<Record<string, string | boolean>>;

export function typedValues({ settings, values }: PluginSettingsForm): TypedValues {
  return Object.fromEntries(
    settings.map(({ name, default: fallback }) => {
      const value = values[name] ?? fallback;
      return [name, typeof value === 'number' ? String(value) : value];
    }),
  );
}

/** Converts typed values to the stored form. */
export function sentValues(
  settings: readonly PluginSettingField[],
  typed: TypedValues,
): Record<string, SettingValue> {
  return Object.fromEntries(
    settings.map(({ name, type }) => {
      const value = typed[name] ?? '';
      return [name, type === 'number' || type === 'integer' ? numberOf(value) : value];
    }),
  );
}

/** Finds the values that the server would reject. */
export function faultsOf(
  settings: readonly PluginSettingField[],
  typed: TypedValues,
): FieldErrors<TypedValues> {
  return Object.fromEntries(
    settings.flatMap((setting) => {
      const fault = faultOf(setting, typed[setting.name] ?? '');
      return fault ? [[setting.name, fault]] : [];
    }),
  );
}

function faultOf(setting: PluginSettingField, typed: string | boolean): FieldError | undefined {
  const { type, minimum, maximum, minLength = 0, maxLength = 1000 } = setting;
  if (type === 'boolean' || setting.enum || typeof typed === 'boolean') return undefined;
  if (type === 'string') {
    if (typed.length >= minLength && typed.length <= maxLength) return undefined;
    return { message: messages.badLength, values: { least: minLength, most: maxLength } };
  }
  const value = numberOf(typed);
  if (type === 'integer' ? !Number.isSafeInteger(value) : !Number.isFinite(value))
    return { message: type === 'integer' ? messages.badInteger : messages.badNumber };
  if (minimum !== undefined && value < minimum) return { message: messages.tooLow, values: { minimum } };
  if (maximum !== undefined && value > maximum) return { message: messages.tooHigh, values: { maximum } };
  return undefined;
}

/** Returns `NaN` for text that is not a number, including an empty text. */
function numberOf(typed: string | boolean): number {
  const text = String(typed).trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}
