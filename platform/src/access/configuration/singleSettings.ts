import type { TObject } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { recordChange } from '../audit/record.ts';
import { authorise, callerOf } from '../gateway.ts';
import { freshForChanges } from '../profile/reauthentication.ts';
import { readStored, removeStored, type StoredSettings, writeStored } from './storedSettings.ts';

type Name = 'ldap' | 'sso/http' | 'sso/crowd';

export interface SingleSettings<Key extends Name> {
  name: Key;
  /** For people: `The directory`. */
  title: string;
  schema: TObject;
  /** Of the one that is secret: its name, and that of the mark in its place. */
  secret?: readonly [string, string];
  /** What the secret was entered for: it goes nowhere else. */
  target?: (value: StoredSettings[Key]) => string;
  /** Throws `HttpError` 400. */
  check(value: StoredSettings[Key]): void;
}

/** GET, PUT and DELETE of settings that there are once, for administrators; what is secret is never shown. */
export function singleSettings<Key extends Name>(app: FastifyInstance, kind: SingleSettings<Key>): void {
  const { name, title, schema, secret, target, check } = kind;
  app.addHook('preHandler', (request) => authorise(callerOf(request), 'admin', 'system'));
  app.addHook('preHandler', freshForChanges);

  const shown = async () => {
    const stored = await readStored(name);
    if (!stored)
      throw new HttpError(404, 'NOT_CONFIGURED', `${title} is not configured. Use PUT to configure it.`);
    return secret ? { ...stored.value, [secret[1]]: stored.hasSecret } : stored.value;
  };

  app.get('/', shown);

  app.put('/', { schema: { body: schema } }, async (request) => {
    const {
      [secret?.[0] ?? '']: typed,
      [secret?.[1] ?? '']: _mark,
      ...rest
    } = request.body as Record<string, unknown>;
    const value = rest as unknown as StoredSettings[Key];
    check(value);
    const before = (await readStored(name))?.value;
    const same = !target || (before !== undefined && target(before) === target(value));
    const kept = typeof typed === 'string' ? typed : same ? undefined : '';
    await writeStored(name, value, callerOf(request).userName, kept, app.seal);
    const detail = `${title} configured`;
    await recordChange(request, 'settings-changed', detail, { before, after: value });
    return shown();
  });

  app.delete('/', async (request, reply) => {
    const before = (await readStored(name))?.value;
    await removeStored(name);
    await recordChange(request, 'settings-changed', `${title} removed`, { before });
    return reply.code(204).send();
  });
}
