import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AdvisoryImportState, AdvisoryImports } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { beginImport, findImport, listImports } from './importJobs.ts';

/** Maximum bytes of a file; the complete published data has a fifth of it. */
const uploadLimit = 2 * 1024 * 1024 * 1024;

/**
 * Advisory files, for administrators: uploaded completely, then imported while the caller polls the
 * progress.
 */
export async function importRoutes(app: FastifyInstance): Promise<void> {
  const folder = join(app.settings.home, 'advisory-imports');
  const running = new Set<Promise<void>>();
  // Files left by a crash.
  app.addHook('onReady', () => rm(folder, { recursive: true, force: true }));
  app.addHook('onClose', async () => void (await Promise.allSettled(running)));

  const api = ownApi(app, { tag: 'Scanning', access: administrators });

  api.get(
    '/xray/api/v1/advisories/imports',
    { schema: { summary: 'Lists the last imports of advisories.', response: { 200: AdvisoryImports } } },
    async () => listImports(),
  );

  api.get(
    '/xray/api/v1/advisories/imports/:id',
    {
      schema: {
        summary: 'Returns an import of advisories.',
        params: Type.Object({ id: Type.String() }),
        response: { 200: AdvisoryImportState },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const found = await findImport(request.params.id);
      if (found) return found;
      throw new HttpError(404, 'NOT_FOUND', `Import ${request.params.id.slice(0, 100)} not found`);
    },
  );

  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const upload = ownApi(files, { tag: 'Scanning', access: administrators });
    upload.post(
      '/xray/api/v1/advisories/imports',
      {
        bodyLimit: uploadLimit,
        schema: {
          summary: 'Imports a file of advisories: ZIP, JSON, or NDJSON.',
          response: { 202: AdvisoryImportState },
        },
        config: {
          query: Type.Object({ name: Type.Optional(Type.String({ description: 'Name of the file.' })) }),
          errors: { 400: ['NO_FILE'], 413: ['TOO_LARGE'] },
        },
      },
      async (request, reply) => {
        const body = request.body as Readable | null;
        if (!body)
          throw new HttpError(400, 'NO_FILE', 'Send the file as the request body: ZIP, JSON, or NDJSON.');
        const name = nameOf((request.query as { name?: string }).name);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const path = join(folder, randomUUID());
        try {
          await pipeline(body, limited, createWriteStream(path, { mode: 0o600 }));
        } catch (error) {
          await rm(path, { force: true });
          throw error;
        }
        const { id, done } = await beginImport(path, name, callerOf(request).userName);
        await record(request, 'advisories-changed', `Import ${id} of ${name} started`);
        running.add(done);
        done.finally(() => running.delete(done));
        const state = await findImport(id);
        if (!state) throw new Error(`Failed to record import ${id}`);
        return reply.code(202).send(state);
      },
    );
  });
}

/**
 * Returns the file name for the list of imports, without control characters. Never a path of this
 * machine.
 */
function nameOf(text = 'advisories'): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the function removes control characters
  return text.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, '').slice(0, 200) || 'advisories';
}

async function* limited(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const part of source) {
    size += part.length;
    if (size > uploadLimit)
      throw new HttpError(413, 'TOO_LARGE', 'The advisory file exceeds 2 GB. Split it.');
    yield part;
  }
  if (size === 0) throw new HttpError(400, 'NO_FILE', 'The file is empty');
}
