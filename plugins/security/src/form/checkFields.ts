import type { HttpFailure, Message, TextValues } from '@lading/contract';
import { type Field, fieldsOf, type Section, type Values } from './fields.ts';
import { messages } from './messages.ts';

/** What is wrong: a message of ours, or the platform's own words. */
type Fault = string | { readonly message: Message; readonly values?: TextValues };
export type Faults = Readonly<Record<string, Fault>>;

/** What is wrong with the values, by field. */
export function checkFields(sections: readonly Section[], values: Values): Faults {
  const faults = fieldsOf(sections).flatMap((field) => {
    const fault = faultOf(field, values[field.key]);
    return fault ? [[field.key, fault] as const] : [];
  });
  return Object.fromEntries(faults);
}

function faultOf(field: Field, value: Values[string]): Fault | undefined {
  if (field.kind === 'text' && field.required && String(value ?? '').trim() === '')
    return { message: messages.mandatory };
  if (field.kind !== 'number') return undefined;
  const { min, max } = field;
  const typed = String(value ?? '').trim();
  const right = /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
  return right ? undefined : { message: messages.range, values: { min, max } };
}

/** The field that a refusal of the platform names, as its validator does (`body/port must be …`) or in its words; none otherwise. */
export function refusedField(
  sections: readonly Section[],
  failure: HttpFailure,
): readonly [key: string, words: string] | undefined {
  const [, path = '', words = ''] = /^body\/(\S+) (.*)$/.exec(failure.message) ?? [];
  const keys = fieldsOf(sections).map(({ key }) => key);
  const named = path.replaceAll('/', '.');
  const exact = keys.find((key) => named === key || named.startsWith(`${key}.`));
  if (exact !== undefined) return [exact, words];
  const first = /^[\w.]+/.exec(failure.message)?.[0];
  const spoken = keys.find((key) => key === first || key.endsWith(`.${first}`));
  return spoken === undefined ? undefined : [spoken, failure.message];
}
