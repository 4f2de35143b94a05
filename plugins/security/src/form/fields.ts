import type { Message } from '@lading/contract';

interface Common {
  /** Where the value stands in the settings: `passwords.minLength`. */
  readonly key: string;
  readonly label: Message;
  readonly help?: Message;
}

/** A value that can be set, as the form shows it. */
export type Field = Common &
  (
    | { readonly kind: 'text'; readonly required?: boolean; readonly code?: boolean }
    | { readonly kind: 'long' }
    /** `mark`: the property that says that there is one. */
    | { readonly kind: 'secret'; readonly mark: string }
    | { readonly kind: 'check' }
    | { readonly kind: 'number'; readonly min: number; readonly max: number }
    /** Several, each on a line of its own; `block`: parted by empty lines instead. */
    | { readonly kind: 'lines'; readonly block?: boolean }
    | {
        readonly kind: 'choice';
        readonly options: readonly { readonly key: string; readonly label: Message }[];
      }
  );

/** Fields that belong together. */
export interface Section {
  readonly heading?: Message;
  readonly fields: readonly Field[];
}

/** What a form holds: of each field what was typed or ticked. A secret that is not typed is not there. */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A field's value in the settings. */
export function valueAt(settings: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      settings,
    );
}

/** The form's values of the settings that the platform has. */
export function valuesOf(sections: readonly Section[], settings: object): Values {
  const entries = fieldsOf(sections).map((field) => {
    const value = valueAt(settings, field.key);
    if (field.kind === 'secret') return [field.key, undefined];
    if (field.kind === 'check') return [field.key, value === true];
    if (field.kind === 'lines') return [field.key, Array.isArray(value) ? value.map(String) : []];
    return [field.key, value === undefined || value === null ? '' : String(value)];
  });
  return Object.fromEntries(entries) as Values;
}

/** The settings of the form's values; only those of `keys`, where these are given. */
export function settingsOf(
  sections: readonly Section[],
  values: Values,
  keys?: ReadonlySet<string>,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const field of fieldsOf(sections)) {
    const value = values[field.key];
    if (value === undefined || (keys && !keys.has(field.key))) continue;
    put(settings, field.key.split('.'), field.kind === 'number' ? Number(value) : trimmed(field, value));
  }
  return settings;
}

export function fieldsOf(sections: readonly Section[]): readonly Field[] {
  return sections.flatMap(({ fields }) => fields);
}

function trimmed(field: Field, value: Values[string]): unknown {
  return typeof value === 'string' && field.kind !== 'secret' ? value.trim() : value;
}

function put(settings: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) settings[name] = value;
  else {
    const inner = (settings[name] ?? {}) as Record<string, unknown>;
    settings[name] = inner;
    put(inner, rest, value);
  }
}
