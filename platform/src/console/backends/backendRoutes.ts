import { PluginBackendChange, PluginBackendKey, PluginBackends } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { callerOf } from '../../access/gateway.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { areAmong } from './backendCalls.ts';
import { type BackendRow, deleteBackend, findBackend, listBackends, saveBackend } from './backendRows.ts';
import { sealedFor } from './backendSecrets.ts';
import { checkBackend } from './checkBackend.ts';
import { type DeclaredBackend, declaredBackends, describeBackends, shown } from './declaredBackends.ts';
import type { ProxyRoutesOptions } from './proxyRoutes.ts';

/** Settings of backends of plugins, under `/ui/api/v1/lading`. */
export async function backendRoutes(
  app: FastifyInstance,
  { seal, active, site }: ProxyRoutesOptions,
): Promise<void> {
  const api = ownApi(app, { tag: 'Plugins', access: administrators });
  const declared = async (): Promise<DeclaredBackend[]> => {
    await active.reread();
    const console = await site();
    return declaredBackends([await console.state(), await console.state('canary')]);
  };

  api.get(
    '/plugins/backends',
    {
      schema: {
        summary: 'Lists the backends that plugins declare, and how they are set up.',
        response: { 200: PluginBackends },
      },
    },
    async () => ({ backends: describeBackends(await declared(), await listBackends()) }),
  );

  api.put(
    '/plugins/backends',
    {
      schema: {
        summary: 'Sets up a backend of a plugin, and allows its calls.',
        body: PluginBackendChange,
        response: { 204: noContent },
      },
      config: {
        errors: {
          400: ['BAD_PLUGIN_BACKEND', 'PLUGIN_BACKEND_SECRET'],
          404: ['PLUGIN_BACKEND_NOT_FOUND'],
          409: ['PLUGIN_BACKEND_CHANGED'],
        },
      },
    },
    async (request) => {
      const change = checkBackend(request.body);
      const { declared: known } = requireDeclared(change, await declared());
      await transaction(async () => {
        const { specifier, backend: name, secret: _secret, ...rest } = change;
        const before = await findBackend(specifier, name);
        const by = callerOf(request).userName;
        const sealed = sealedFor(change, before, seal);
        const row = { ...rest, specifier, name, sealed, declared: known, changedBy: by };
        await saveBackend(row);
        await recordChange(request, 'plugin-backend-changed', `Backend ${name} of ${specifier} set up`, {
          before: before && recorded(before),
          after: { ...recorded(row), ...(change.secret ? { secret: change.secret } : {}) },
        });
      });
    },
  );

  api.delete(
    '/plugins/backends',
    {
      schema: {
        summary: 'Deletes the settings of a backend of a plugin. Its calls are denied then.',
        querystring: PluginBackendKey,
        response: { 204: noContent },
      },
      config: { errors: { 404: ['PLUGIN_BACKEND_NOT_FOUND'] } },
    },
    async (request) => {
      const { specifier, backend } = request.query;
      await transaction(async () => {
        const before = await findBackend(specifier, backend);
        if (!before || !(await deleteBackend(specifier, backend))) throw notFound(specifier, backend);
        const detail = `Settings of backend ${backend} of ${specifier} deleted`;
        await recordChange(request, 'plugin-backend-changed', detail, { before: recorded(before) });
      });
    },
  );
}

/**
 * An administrator allows the calls that the page shows. A new version since then must not add any.
 */
function requireDeclared(change: PluginBackendChange, declared: readonly DeclaredBackend[]): DeclaredBackend {
  const { specifier, backend, calls } = change;
  const found = declared.find((one) => one.specifier === specifier && one.backend === backend);
  if (!found) throw notFound(specifier, backend);
  if (areAmong(calls, found.declared)) return found;
  const message = `${specifier} no longer declares some of these calls. Reload the page and check them again`;
  throw new HttpError(409, 'PLUGIN_BACKEND_CHANGED', message);
}

function notFound(specifier: string, backend: string): HttpError {
  const message = `No plugin in use is ${specifier} with backend "${backend}", and no settings of it are stored`;
  return new HttpError(404, 'PLUGIN_BACKEND_NOT_FOUND', message);
}

function recorded(row: Omit<BackendRow, 'changed'>): object {
  const { changedBy: _by, declared: _declared, calls, ...rest } = shown({ ...row, changed: '' });
  return {
    ...rest,
    changed: undefined,
    calls: calls.map(({ methods, path }) => `${methods.join(',')} ${path}`),
  };
}
