import { Environment } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { administrators, signedInUsers } from '../accessRules.ts';
import { recordChange } from '../audit/record.ts';
import { environmentsTable as table } from './tables.ts';

const environment = Type.Object({ name: Type.String() });

export async function listEnvironments(): Promise<Environment[]> {
  return db().select().from(table).orderBy(sql`${table.name} collate "C"`);
}

/**
 * Adds the routes for environments under `/access/api/v1/environments`. All users can read them,
 * and administrators can change them.
 */
export async function environmentRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Projects', access: administrators });
  api.get(
    '/',
    {
      schema: { summary: 'Lists environments.', response: { 200: Type.Array(Environment) } },
      config: { access: signedInUsers },
    },
    async (_request) => {
      return listEnvironments();
    },
  );

  api.post(
    '/',
    {
      schema: { summary: 'Creates an environment.', body: environment, response: { 201: Environment } },
      config: { errors: { 400: ['BAD_ENVIRONMENT'], 409: ['ENVIRONMENT_EXISTS'] } },
    },
    async (request) => {
      const { name } = request.body;
      if (!/^[A-Za-z][A-Za-z0-9_-]{0,31}$/.test(name)) {
        throw new HttpError(
          400,
          'BAD_ENVIRONMENT',
          `Invalid environment name "${name}". Expected 1 to 32 letters, digits, "_", and "-", starting with a letter.`,
        );
      }
      await transaction(async () => {
        const made = await db().insert(table).values({ name }).onConflictDoNothing();
        if (!made.rowCount) {
          throw new HttpError(409, 'ENVIRONMENT_EXISTS', `Environment ${name} already exists`);
        }
        await recordChange(request, 'settings-changed', `Environment ${name} created`, { after: { name } });
      });
      return { name };
    },
  );

  api.delete(
    '/:name',
    {
      schema: { summary: 'Deletes an environment.', params: environment, response: { 204: noContent } },
      config: { errors: { 404: ['ENVIRONMENT_NOT_FOUND'], 409: ['IN_USE'] } },
    },
    async (request) => {
      const { name } = request.params;
      await transaction(async () => {
        const { rows } = await db().execute<{ key: string }>(
          sql`select key from repositories where ${name} = any(environments) order by key limit 5`,
        );
        if (rows.length > 0) {
          const names = rows.map((row) => row.key).join(', ');
          throw new HttpError(
            409,
            'IN_USE',
            `Failed to delete environment ${name}. It is assigned to the repositories ${names}.`,
          );
        }
        const done = await db().delete(table).where(eq(table.name, name));
        if (!done.rowCount)
          throw new HttpError(404, 'ENVIRONMENT_NOT_FOUND', `Environment ${name} not found`);
        await recordChange(request, 'settings-changed', `Environment ${name} deleted`, { before: { name } });
      });
    },
  );
}
