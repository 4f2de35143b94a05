import { type SQL, sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import { readDate } from '../../packages/sql/dates.ts';
import { unestimated } from '../../packages/sql/estimate.ts';
import { type AqlValue, allOf, badAql } from './AqlReader.ts';
import type { Field } from './fields.ts';
import { likeOf } from './likeOf.ts';

/** Returns the comparisons of a value, which all must match: `"a"` is `{"$eq": "a"}`. */
export function comparisons(value: AqlValue): [string, AqlValue][] {
  if (Array.isArray(value))
    throw badAql(`A field is compared with one value, not with the array ${shown(value)}`);
  if (!(value instanceof Map)) return [['$eq', value]];
  if (!value.size) throw badAql('A field is compared by an operator such as {"$match": "*.jar"}, not by {}');
  return allOf(value).flatMap((each) => [...each]);
}

export const operators: Readonly<Record<string, SQL>> = {
  $eq: sql`=`,
  $ne: sql`<>`,
  $gt: sql`>`,
  $gte: sql`>=`,
  $lt: sql`<`,
  $lte: sql`<=`,
};

/** Returns the condition of a field. */
export function compared(name: string, field: Field, value: AqlValue): SQL {
  const parts = comparisons(value).map(([operator, wanted]) => compare(name, field, operator, wanted));
  return sql.join(parts, sql` AND `);
}

function compare(name: string, field: Field, operator: string, wanted: AqlValue): SQL {
  const { column, kind } = field;
  if (wanted === null && field.never && (operator === '$eq' || operator === '$ne'))
    return operator === '$eq' ? field.never : sql`NOT (${field.never})`;
  if (operator === '$match' || operator === '$nmatch') {
    if (kind !== 'text') throw badAql(`${operator} compares strings, but ${name} is a ${kind}`);
    const pattern = textOf(name, wanted);
    const like = sql`${column} LIKE ${likeOf(pattern)}`;
    if (operator === '$nmatch') return sql`NOT (${like})`;
    const narrow = field.narrow?.(pattern, false);
    return narrow ? sql`(${narrow} AND ${unestimated(like)})` : like;
  }
  if (operator === '$before' || operator === '$last') {
    if (kind !== 'date') throw badAql(`${operator} compares dates, but ${name} is a ${kind}`);
    const ago = sql`now() - ${durationOf(wanted)}::interval`;
    if (operator === '$before') return sql`${column} < ${ago}`;
    return sql`(${column} >= ${ago}${since(field, ago)})`;
  }
  const sign = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (!sign) {
    const known = [...Object.keys(operators), '$match', '$nmatch', '$before', '$last'];
    throw badAql(`Unknown operator ${shown(operator)}. Expected one of ${known.join(', ')}.`);
  }
  const standsFor = typeof wanted === 'string' ? field.standsFor?.(wanted) : undefined;
  if (standsFor && (operator === '$eq' || operator === '$ne')) {
    const one = sql`${column} = ANY(${sql.param([...standsFor])}::text[])`;
    return operator === '$eq' ? one : sql`NOT (${one})`;
  }
  const value = comparedWith(name, kind, wanted);
  const holds = sql`${column} ${sign} ${value}`;
  if (operator === '$eq' && typeof wanted === 'string') {
    const narrow = field.narrow?.(wanted, true);
    if (narrow) return sql`(${narrow} AND ${unestimated(holds)})`;
  }
  const later = ['$gt', '$gte', '$eq'].includes(operator) ? since(field, value) : sql``;
  return sql`(${holds}${later})`;
}

/** Adds an equivalent indexed condition: `sinceColumn` is never before the field. */
function since({ sinceColumn }: Field, value: SQL): SQL {
  return sinceColumn ? sql` AND ${sinceColumn} >= ${value}` : sql``;
}

const longest = 2000;

export function textOf(name: string, value: AqlValue): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const text = String(value);
    if (text.length > longest)
      throw badAql(`${name} is compared with a string of more than ${longest} characters`);
    return text;
  }
  throw badAql(`Invalid value ${shown(value)} for ${name}. Expected a string.`);
}

function comparedWith(name: string, kind: Field['kind'], value: AqlValue): SQL {
  if (kind === 'text') return sql`${textOf(name, value)}`;
  if (kind === 'number') {
    const number = typeof value === 'string' && /^-?\d{1,17}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number')
      throw badAql(`Invalid value ${shown(value)} for ${name}. Expected a number.`);
    return sql`${number}::float8`;
  }
  const date = readDate(typeof value === 'number' ? value : dateIn(textOf(name, value)));
  if (!date)
    throw badAql(
      `Invalid value ${shown(value)} for ${name}. Expected a date such as "2024-05-01T12:00:00Z".`,
    );
  return sql`${date.toISOString()}::timestamptz`;
}

/** Digits only are a year, or milliseconds. */
function dateIn(text: string): string | number {
  if (/^\d{4}$/.test(text)) return `${text}-01-01`;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

const units: Readonly<Record<string, string>> = {
  millis: 'milliseconds',
  ms: 'milliseconds',
  seconds: 'seconds',
  s: 'seconds',
  minutes: 'minutes',
  min: 'minutes',
  hours: 'hours',
  h: 'hours',
  days: 'days',
  d: 'days',
  weeks: 'weeks',
  w: 'weeks',
  months: 'months',
  mo: 'months',
  years: 'years',
  y: 'years',
};

function durationOf(value: AqlValue): string {
  const [, count, given = ''] =
    /^(\d{1,6}) ?([a-z]{1,10})$/i.exec(typeof value === 'string' ? value : '') ?? [];
  const name = given.toLowerCase();
  const unit = ['m', 'minute'].includes(name) ? 'minutes' : (units[name] ?? units[`${name}s`]);
  if (!count || !unit)
    throw badAql(
      `Invalid relative time ${shown(value)}. Expected a number and a unit, such as "2d" or "3 weeks".`,
    );
  if (['years', 'months'].includes(unit) && Number(count) > 9999)
    throw badAql(`The relative time ${shown(value)} is out of range`);
  return `${count} ${unit}`;
}
