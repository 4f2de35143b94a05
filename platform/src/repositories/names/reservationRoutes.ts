import { NameRuleAnswer, ReservationChange, ReservationPage } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { nameRule } from '../ownNames.ts';
import { packagesTypeOf, packageTypeOf } from '../PackageType.ts';
import { type Repository, requireRepository } from '../repositories.ts';
import { readPrefix } from './prefixes.ts';
import { listReservations } from './reservations.ts';
import { mostRules, removeRule, writeRule } from './rules.ts';

const params = Type.Object({ key: Type.String() });
const errors = { 400: ['NOT_VIRTUAL'], 404: ['NOT_FOUND'] };

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(512));
const pageQuery = v.strictObject({
  after: v.optional(text),
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(500)),
    '100',
  ),
});
const ruleQuery = v.strictObject({ name: text });
const change = v.strictObject({ prefix: text, effect: v.picklist(['reserved', 'lifted', 'default']) });

/** Reservations of names in virtual repositories, for administrators. */
export async function reservationRoutes(app: FastifyInstance): Promise<void> {
  const url = '/artifactory/api/repositories/:key/reservations';

  const api = ownApi(app, { tag: 'Repositories', access: administrators });

  api.get(
    url,
    {
      schema: { summary: 'Lists reservations of names.', params, response: { 200: ReservationPage } },
      config: {
        query: Type.Object({
          after: Type.Optional(Type.String()),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
        }),
        errors,
      },
    },
    async (request) => {
      const repository = await virtualFor(request.params.key);
      return listReservations(repository, read(pageQuery, request.query));
    },
  );

  api.get(
    `${url}/rule`,
    {
      schema: {
        summary: 'Returns whether upstreams can serve a name.',
        params,
        response: { 200: NameRuleAnswer },
      },
      config: { query: Type.Object({ name: Type.String() }), errors },
    },
    async (request) => {
      const repository = await virtualFor(request.params.key);
      const { name } = read(ruleQuery, request.query);
      return { name, ...(await nameRule(repository, name)) };
    },
  );

  api.put(
    url,
    {
      schema: {
        summary: 'Reserves a prefix of names, or lifts its reservation.',
        params,
        response: { 204: noContent },
      },
      config: {
        body: ReservationChange,
        errors: { ...errors, 400: ['NOT_VIRTUAL', 'BAD_PREFIX'], 409: ['TOO_MANY'] },
      },
    },
    async (request) => {
      const repository = await virtualFor(request.params.key);
      const { prefix: given, effect } = read(change, request.body);
      const { key, packageType } = repository;
      const prefix = readPrefix(packagesTypeOf(packageType), given);
      if (prefix === undefined) throw badPrefix(given, packageType);
      if (effect === 'default') {
        if (!(await removeRule(key, prefix)))
          throw new HttpError(
            404,
            'NOT_FOUND',
            `${key} has no reservation of ${prefix} set by an administrator`,
          );
      } else if (!(await writeRule(key, { prefix, effect }, callerOf(request).userName))) {
        throw new HttpError(
          409,
          'TOO_MANY',
          `${key} already has ${mostRules} reservations. Remove some first.`,
        );
      }
      await record(request, 'reservation-changed', `${key}: ${prefix} ${said[effect]}`, '');
    },
  );
}

const said = {
  reserved: 'reserved for local repositories',
  lifted: 'no longer reserved',
  default: 'reset to the default',
} as const;

/** The virtual repository; throws `HttpError` 400 or 404. */
async function virtualFor(key: string): Promise<Repository> {
  const repository = await requireRepository(key);
  if (repository.type === 'virtual') return repository;
  throw new HttpError(
    400,
    'NOT_VIRTUAL',
    `Repository ${key} is ${repository.type}. Name reservations require a virtual repository, which combines local repositories with upstreams.`,
  );
}

function read<T extends v.GenericSchema>(schema: T, input: unknown): v.InferOutput<T> {
  const parsed = v.safeParse(schema, input ?? {});
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new HttpError(400, 'BAD_REQUEST', `Invalid ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}

function badPrefix(given: string, packageType: string): HttpError {
  const { displayName = packageType, naming } = packageTypeOf(packageType) ?? {};
  return new HttpError(
    400,
    'BAD_PREFIX',
    `Invalid prefix "${given.slice(0, 100)}". Expected the start of a ${displayName} name, such as ${naming?.example ?? 'acme-'}`,
  );
}
