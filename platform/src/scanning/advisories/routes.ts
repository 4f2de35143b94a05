import { AdvisoryImport, AdvisorySummary } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { findAdvisories } from '../../advisories/advisories.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { removeAdvisory } from './saveAdvisories.ts';

/** Maximum bytes of one import. */
const importLimit = 64 * 1024 * 1024;

/**
 * Stored advisories, for administrators: import in OSV form (one document or a list), list, delete.
 * Available while scanning is off, because npm audits use them too.
 */
export async function advisoryRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Scanning', access: administrators });

  api.post(
    '/artifactory/api/advisories',
    {
      bodyLimit: importLimit,
      schema: { summary: 'Imports advisories in OSV form.', response: { 200: AdvisoryImport } },
      config: { errors: { 400: ['BAD_ADVISORY'] } },
    },
    async (request) => {
      const values = Array.isArray(request.body) ? request.body : [request.body];
      const documents = values.map((value, index) => ({ name: String(index), value }));
      const { importDocuments } = await import('../imports/importFile.ts');
      const { imported, unchanged, removed, reasons } = await importDocuments(documents, {
        source: 'import',
      });
      const skipped = reasons.map(({ document, reason }) => ({ index: Number(document), reason }));
      const done = imported + unchanged + removed;
      if (done === 0 && skipped[0])
        throw new HttpError(400, 'BAD_ADVISORY', `No advisory imported: ${skipped[0].reason}`);
      return { imported: imported + unchanged, skipped };
    },
  );

  api.get(
    '/artifactory/api/advisories',
    {
      schema: { summary: 'Lists advisories of a package.', response: { 200: Type.Array(AdvisorySummary) } },
      config: {
        query: Type.Object({ ecosystem: Type.Optional(Type.String()), name: Type.String() }),
        errors: { 400: ['NO_NAME'] },
      },
    },
    async (request) => {
      const { ecosystem = 'npm', name } = request.query as { ecosystem?: string; name?: string };
      if (!name)
        throw new HttpError(400, 'NO_NAME', 'Invalid query. Expected a package: ?ecosystem=npm&name=lodash.');
      const found = await findAdvisories(ecosystem, [name]);
      return found.map(({ id, title, severity, url, aliases, published, modified }) => ({
        ...{ id, title, severity, url, aliases, published, modified },
      }));
    },
  );

  api.delete(
    '/artifactory/api/advisories/:id',
    {
      schema: {
        summary: 'Deletes an advisory.',
        params: Type.Object({ id: Type.String() }),
        response: { 204: noContent },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await removeAdvisory(id)))
        throw new HttpError(404, 'NOT_FOUND', `Advisory ${id.slice(0, 100)} not found`);
    },
  );
}
