import type { Message } from '@lading/contract';

interface Common {
  /** Path of the value in the settings: `passwords.minLength`. */
  readonly key: string;
  readonly label: Message;
  readonly help?: Message;
}

/** Setting as displayed by the form. */
export type Field = Common &
  (
    | { readonly kind: 'text'; readonly required?: boolean; readonly code?: boolean }
    | { readonly kind: 'long' }
    /** `mark`: the property that shows whether a secret is stored. */
    | { readonly kind: 'secret'; readonly mark: string }
    | { readonly kind: 'check' }
    | { readonly kind: 'number'; readonly min: number; readonly max: number }
    /** Several values, one per line; with `block`, separated by blank lines. */
    | { readonly kind: 'lines'; readonly block?: boolean; readonly required?: boolean }
    | {
        readonly kind: 'choice';
        readonly options: readonly { readonly key: string; readonly label: Message }[];
      }
  );

/** Group of related fields. */
export interface Section {
  readonly heading?: Message;
  readonly fields: readonly Field[];
}

/**
 * Form values by field: the typed or selected values. Secrets are absent until the user types them.
 */
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Returns a field's value in the settings. */
export function valueAt(settings: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      settings,
    );
}

/** Converts stored settings to form values. */
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

/** Converts form values to settings; only the fields in `keys`, if given. */
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
