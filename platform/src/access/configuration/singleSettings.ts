import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { optionalQuery } from '../../http/api/optional.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import { administrators } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import {
  lockStored,
  readStored,
  recorded,
  removeStored,
  type Stored,
  type StoredSettings,
  writeStored,
} from './storedSettings.ts';

type Name = 'ldap' | 'sso/http' | 'sso/crowd';

export interface SingleSettings<Key extends Name> {
  name: Key;
  /** Title in messages, such as `The directory`. */
  title: string;
  schema: TSchema;
  /** Error codes of a rejected change. */
  rejects: readonly string[];
  /** Name of the secret field, and of the field that replaces it in responses. */
  secret?: readonly [string, string];
  /**
   * Returns the target that the secret was entered for. The secret is never sent to another one.
   */
  target?: (value: StoredSettings[Key]) => string;
  /** Validates the settings. Throws `HttpError` 400. */
  check(value: StoredSettings[Key]): void;
}

/**
 * Adds GET, PUT, and DELETE of settings that exist once, for administrators. The secret is never
 * returned. Returns the API, for more routes.
 */
export function singleSettings<Key extends Name>(app: FastifyInstance, kind: SingleSettings<Key>): OwnApi {
  const { name, title, schema, rejects, secret, target, check } = kind;
  const api = ownApi(app, { tag: 'Sign-in settings', access: administrators });
  const notConfigured = { 404: ['NOT_CONFIGURED'] };
  const named = title.startsWith('LDAP') ? 'the LDAP directory' : title;
  app.addHook('preHandler', freshForChanges);

  const recordedOf = (stored: Stored<object> | undefined) => recorded(stored, secret?.[0] ?? 'password');
  const shown = (reply: FastifyReply, stored: Stored<StoredSettings[Key]> | undefined) => {
    if (!stored)
      throw new HttpError(404, 'NOT_CONFIGURED', `${title} is not configured. Use PUT to configure it.`);
    sendTag(reply, recordedOf(stored) ?? {});
    return secret ? { ...stored.value, [secret[1]]: stored.hasSecret } : stored.value;
  };

  api.get(
    '/',
    {
      schema: {
        summary: `Returns the settings of ${named}.`,
        querystring: optionalQuery,
        response: { 200: schema, 204: noContent },
      },
      config: { errors: notConfigured },
    },
    async (request, reply) => {
      const stored = await readStored(name);
      if (!stored && request.query.optional) return reply.code(204).send();
      return shown(reply, stored);
    },
  );

  api.put(
    '/',
    {
      schema: { summary: `Changes the settings of ${named}.`, body: schema, response: { 200: schema } },
      config: { errors: { 400: rejects, 412: ['CHANGED_SINCE'] } },
    },
    async (request, reply) => {
      const {
        [secret?.[0] ?? '']: typed,
        [secret?.[1] ?? '']: _mark,
        ...rest
      } = request.body as Record<string, unknown>;
      const value = rest as unknown as StoredSettings[Key];
      check(value);
      const changed = await transaction(async () => {
        const stored = await lockStored(name);
        requireUnchanged(request, recordedOf(stored), title);
        const same = !target || (stored !== undefined && target(stored.value) === target(value));
        const kept = typeof typed === 'string' ? typed : same ? undefined : '';
        await writeStored(name, value, callerOf(request).userName, kept, app.seal);
        const after = await readStored(name);
        const change = { before: recordedOf(stored), after: recordedOf(after) };
        await recordChange(request, 'settings-changed', `${title} configured`, change);
        return after;
      });
      return shown(reply, changed);
    },
  );

  api.delete(
    '/',
    { schema: { summary: `Removes the settings of ${named}.`, response: { 204: noContent } } },
    async (request) => {
      await transaction(async () => {
        const before = recordedOf(await lockStored(name));
        if (!before) return;
        await removeStored(name);
        await recordChange(request, 'settings-changed', `${title} removed`, { before });
      });
    },
  );
  return api;
}
