import { parseText, type TextPart } from './parseText.ts';

/** Values of a text, by name. */
export type TextValues = Readonly<Record<string, string | number>>;

interface Filling {
  readonly tag: string;
  readonly values: TextValues;
  /** Value of `#` within the forms of a plural. */
  readonly count?: number;
}

/**
 * Formats a text in ICU form: `{name}`, `{count, number}`, `{count, plural, one {# file} other {#
 * files}}` with the plural rules of the language, `selectordinal`, and `select`. Missing values
 * keep their names in braces. Returns an invalid text unchanged.
 */
export function formatText(tag: string, text: string, values: TextValues = {}): string {
  const parts = parseText(text);
  return parts ? fill(parts, { tag, values }) : text;
}

function fill(parts: readonly TextPart[], filling: Filling): string {
  return parts.map((part) => (typeof part === 'string' ? part : fillOne(part, filling))).join('');
}

function fillOne(part: Exclude<TextPart, string>, filling: Filling): string {
  const { tag, values, count } = filling;
  if (part.kind === 'count') return count === undefined ? '#' : number(tag, count);
  const value = Object.hasOwn(values, part.name) ? values[part.name] : undefined;
  if (value === undefined) return `{${part.name}}`;
  if (part.kind === 'value') return String(value);
  if (part.kind === 'number') return number(tag, Number(value));
  if (part.kind === 'select') return fill(part.forms[String(value)] ?? part.forms.other ?? [], filling);
  const amount = Number(value);
  const chosen = part.forms[`=${amount}`] ?? part.forms[pluralRule(tag, amount - part.offset, part.kind)];
  return fill(chosen ?? part.forms.other ?? [], { tag, values, count: amount - part.offset });
}

const numbers = new Map<string, Intl.NumberFormat>();
const rules = new Map<string, Intl.PluralRules>();

function number(tag: string, value: number): string {
  // Creating a page's first number formatter takes tens of milliseconds. English integers need
  // none.
  if (tag === 'en' && Number.isSafeInteger(value)) return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
  const format = numbers.get(tag) ?? new Intl.NumberFormat(tag);
  numbers.set(tag, format);
  return format.format(value);
}

function pluralRule(tag: string, amount: number, kind: 'plural' | 'selectordinal'): string {
  const key = `${kind} ${tag}`;
  const type = kind === 'plural' ? 'cardinal' : 'ordinal';
  const rule = rules.get(key) ?? new Intl.PluralRules(tag, { type });
  rules.set(key, rule);
  return rule.select(amount);
}
