import { type SQL, sql } from 'drizzle-orm';
import { shown } from '../../errors/shown.ts';
import { type AqlObject, type AqlValue, allOf, atPlaceOf, badAql, eachOf } from './AqlReader.ts';
import { compared, comparisons, operators, textOf } from './compare.ts';
import { type Domain, fieldOf, type Group } from './fields.ts';
import { likeOf } from './likeOf.ts';

interface Condition {
  key: string;
  value: AqlValue;
  /** The object that contains the condition. */
  within: AqlObject;
}

/** Returns the condition for a row of the domain. Values become parameters. */
export function condition(domain: Domain, criteria: AqlObject): SQL {
  const all = flat(criteria);
  const parts = all.flatMap((one) =>
    groupOf(domain, one.key) ? [] : [placed(one, () => single(domain, one))],
  );
  for (const [before, group] of Object.entries(domain.groups)) {
    const together = all.filter(({ key }) => groupOf(domain, key) === group);
    if (together.length) parts.push(group.exists(ofGroup(group, before, together)));
  }
  return joined(parts, sql` AND `, sql`true`);
}

/**
 * Flattens conditions, including `$and` arrays: grouped fields that must match the same row can be
 * in several of them.
 */
function flat(criteria: AqlObject): Condition[] {
  return allOf(criteria).flatMap((within) =>
    [...within].flatMap(([key, value]) => {
      const one = { key, value, within };
      return key === '$and' ? placed(one, () => branches(key, value)).flatMap(flat) : [one];
    }),
  );
}

function groupOf({ groups }: Domain, key: string): Group | undefined {
  return Object.entries(groups).find(([before]) => key.startsWith(before))?.[1];
}

function ofGroup({ fields }: Group, before: string, together: readonly Condition[]): SQL {
  const domain: Domain = { prefix: before.slice(0, -1), fields, groups: {}, typed: false };
  const parts = together.map((one) =>
    placed(one, () => compared(one.key, fieldOf(domain, one.key), one.value)),
  );
  return sql.join(parts, sql` AND `);
}

function single(domain: Domain, { key, value }: Condition): SQL {
  // Several fields of one object are alternatives too: clients write exclusions as
  // `{"path": {"$nmatch": …}, "name": {"$nmatch": …}}`, and `$and` if all must match.
  if (key === '$or')
    return joined(
      branches(key, value).flatMap((branch) =>
        branch.size ? eachOf(branch).map((one) => condition(domain, one)) : [sql`true`],
      ),
      sql` OR `,
      sql`false`,
    );
  if (key.startsWith('$')) throw badAql(`Unexpected operator ${shown(key)}. Expected $and, $or, or a field.`);
  if (domain.typed && (key === 'type' || key === `${domain.prefix}.type`)) return typeCondition(value);
  if (key.startsWith('@') && domain.property) return propertyCondition(domain.property, key.slice(1), value);
  return compared(key, fieldOf(domain, key), value);
}

/** Adds the position of the condition to errors. */
function placed<T>({ key, within }: Condition, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw atPlaceOf(error, within, key);
  }
}

function joined(parts: readonly SQL[], by: SQL, empty: SQL): SQL {
  return parts.length ? sql`(${sql.join([...parts], by)})` : empty;
}

function branches(key: string, value: AqlValue): AqlObject[] {
  if (!Array.isArray(value))
    throw badAql(`Invalid value ${shown(value)} for ${key}. Expected an array of conditions.`);
  return value.map((branch) => {
    if (branch instanceof Map) return branch;
    throw badAql(
      `Invalid condition ${shown(branch)} in ${key}. Expected conditions such as {"repo": "libs"}.`,
    );
  });
}

function typeCondition(value: AqlValue): SQL {
  const wanted = comparisons(value);
  const [[operator, type] = []] = wanted;
  if (wanted.length !== 1 || operator !== '$eq' || (type !== 'file' && type !== 'any'))
    throw badAql(`Invalid type ${shown(type)}. Expected "file" or "any".`);
  return sql`true`;
}

function propertyCondition(make: NonNullable<Domain['property']>, key: string, value: AqlValue): SQL {
  if (key === '') throw badAql('A property needs a name after the @, such as "@build.name"');
  const conditions = comparisons(value).map(([operator, wanted]) => {
    const text = textOf(`@${key}`, wanted);
    if (operator === '$eq' || operator === '$ne') return make(key, operator, undefined, text);
    if (operator === '$match' || operator === '$nmatch')
      return make(key, operator, sql`LIKE ${likeOf(text)}`, text);
    const sign = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
    if (!sign) throw badAql(`Properties do not support the operator ${shown(operator)}`);
    return make(key, operator, sql`${sign} ${text}`, text);
  });
  return joined(conditions, sql` AND `, sql`true`);
}
