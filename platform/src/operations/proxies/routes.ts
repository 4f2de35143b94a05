import {
  DeleteProxies,
  NewProxy,
  ProxyChange,
  ProxyDetails,
  ProxyKeys,
  ProxyTest,
  ProxyTestRequest,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { recordChange } from '../../access/audit/record.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { requireUnchanged, sendTag } from '../../http/entityTag.ts';
import type { ConfiguredProxy } from '../../outgoing/proxies/Proxy.ts';
import {
  allProxies,
  changeProxy,
  createProxy,
  deleteProxies,
  load,
  lockProxies,
} from '../../outgoing/proxies/proxies.ts';
import { passwordOf } from '../../outgoing/proxies/proxyPassword.ts';
import { type ProxyUse, proxyUses, reportProxyUses } from '../../outgoing/proxies/proxyUses.ts';
import { proxiesOfRepositories } from '../../repositories/repositories.ts';
import { readProxy } from './readProxy.ts';
import { testProxy } from './testProxy.ts';

const byKey = Type.Object({ key: Type.String() });
const unknownProxy = { 404: ['PROXY_NOT_FOUND'] };

/** Adds the routes for outgoing proxies under `/ui/api/v1/ui/proxies`. */
export async function proxyRoutes(app: FastifyInstance): Promise<void> {
  reportProxyUses(app.platform, repositoryUses);
  const api = ownApi(app, { tag: 'Proxies', access: administrators });
  readRoutes(api);
  changeRoutes(api);
  testRoute(api);
}

function readRoutes(api: OwnApi): void {
  api.get(
    '/crud',
    { schema: { summary: 'Lists outgoing proxies.', response: { 200: Type.Array(ProxyDetails) } } },
    async () => {
      const uses = await proxyUses();
      return [...(await load()).values()].map((proxy) => detailsOf(proxy, uses.get(proxy.key)));
    },
  );

  api.get(
    '/crud/:key',
    {
      schema: { summary: 'Returns an outgoing proxy.', params: byKey, response: { 200: ProxyDetails } },
      config: { errors: unknownProxy },
    },
    (request, reply) => taggedAnswer(reply, request.params.key),
  );

  api.get(
    '/proxyKeys',
    { schema: { summary: 'Lists the keys of outgoing proxies, for forms.', response: { 200: ProxyKeys } } },
    async () => {
      const proxies = [...(await allProxies()).values()];
      const standard = proxies.find(({ platformDefault }) => platformDefault);
      return {
        proxyKeys: proxies.map(({ key }) => key),
        ...(standard ? { defaultProxy: standard.key } : {}),
      };
    },
  );
}

function changeRoutes(api: OwnApi): void {
  api.post(
    '/crud',
    {
      schema: { summary: 'Creates an outgoing proxy.', body: NewProxy, response: { 201: ProxyDetails } },
      config: { errors: { 400: ['BAD_PROXY', 'BAD_PROXY_PASSWORD'], 409: ['PROXY_EXISTS'] } },
    },
    async (request) => {
      const { key, ...given } = request.body;
      const proxy = readProxy(key, given, undefined, api.seal);
      const created = await transaction(async () => {
        if (!(await createProxy(proxy)))
          throw new HttpError(409, 'PROXY_EXISTS', `Proxy ${key} already exists. Use another key`);
        const after = await shown(key);
        await recordChange(request, 'settings-changed', `Proxy ${key} created: ${summaryOf(proxy)}`, {
          after,
        });
        return after;
      });
      return created;
    },
  );

  api.put(
    '/crud/:key',
    {
      schema: {
        summary: 'Changes an outgoing proxy.',
        params: byKey,
        body: ProxyChange,
        response: { 200: ProxyDetails },
      },
      config: {
        errors: { ...unknownProxy, 400: ['BAD_PROXY', 'BAD_PROXY_PASSWORD'], 412: ['CHANGED_SINCE'] },
      },
    },
    async (request, reply) => {
      const { key } = request.params;
      return transaction(async () => {
        await lockProxies([key]);
        const old = await requireProxy(key);
        requireUnchanged(request, taggedOf(old), `Proxy ${key}`);
        const proxy = readProxy(key, request.body, old, api.seal);
        const before = { ...(await shown(key)), password: old.sealed?.toString('base64') };
        if (!(await changeProxy(proxy))) throw notFound(key);
        const after = await taggedAnswer(reply, key);
        const detail = `Proxy ${key} changed: ${summaryOf(proxy)}`;
        // Redacted: they only show whether the password changed.
        const password = proxy.sealed?.toString('base64');
        await recordChange(request, 'settings-changed', detail, { before, after: { ...after, password } });
        return after;
      });
    },
  );

  api.post(
    '/deleteProxies',
    {
      schema: {
        summary: 'Deletes outgoing proxies: all or none.',
        body: DeleteProxies,
        response: { 204: noContent },
      },
      config: { errors: { ...unknownProxy, 409: ['PROXY_IN_USE'] } },
    },
    async (request) => {
      const keys = [...new Set(request.body.proxyKeys)];
      const all = await allProxies();
      const before = keys.flatMap((key) => all.get(key) ?? []).map((proxy) => detailsOf(proxy));
      await transaction(async () => {
        await removeUnused(keys);
        await recordChange(request, 'settings-changed', `Proxies deleted: ${keys.join(', ')}`, {
          before: Object.fromEntries(before.map((proxy) => [proxy.key, proxy])),
        });
      });
    },
  );
}

function testRoute(api: OwnApi): void {
  api.post(
    '/test',
    {
      schema: {
        summary: 'Requests a URL through an outgoing proxy, saved or not.',
        description:
          'Without a password, that of the saved proxy with this key, host, port, and user name is used.',
        body: ProxyTestRequest,
        response: { 200: ProxyTest },
      },
      config: { errors: { 400: ['BAD_PROXY', 'BAD_PROXY_PASSWORD', 'BAD_URL'] } },
    },
    async (request) => {
      const { proxy: given, url } = request.body;
      const { key, ...fields } = given;
      const before = (await load()).get(key);
      const proxy = readProxy(key, fields, before, api.seal);
      return testProxy(proxy, passwordOf(proxy, api.seal), readUrl(url));
    },
  );
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw new HttpError(400, 'BAD_URL', 'Expected an http or https URL without user name and password');
}

async function repositoryUses() {
  return (await proxiesOfRepositories()).map((use) => ({ kind: 'repository', ...use }));
}

async function removeUnused(keys: readonly string[]): Promise<void> {
  // Repositories and webhooks that select one of them now commit before, or fail.
  await lockProxies(keys);
  const uses = await proxyUses();
  const faults = keys.flatMap((key) => {
    const names = (uses.get(key) ?? []).map(({ kind, name }) => `${kind} ${name}`);
    return names.length === 0 ? [] : [`Proxy ${key} is in use by ${listed(names)}.`];
  });
  if (faults.length > 0)
    throw new HttpError(409, 'PROXY_IN_USE', `${faults.join(' ')} Select another proxy there first`);
  const known = await load();
  const unknown = keys.find((key) => !known.has(key));
  if (unknown !== undefined) throw notFound(unknown);
  await deleteProxies(keys);
}

/** Lists up to ten names, because a proxy can have thousands of users. */
function listed(names: readonly string[]): string {
  const more = names.length - 10;
  return `${names.slice(0, 10).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

async function shown(key: string): Promise<ProxyDetails> {
  return detailsOf(await requireProxy(key), (await proxyUses()).get(key));
}

async function taggedAnswer(reply: FastifyReply, key: string): Promise<ProxyDetails> {
  const proxy = await requireProxy(key);
  sendTag(reply, taggedOf(proxy));
  return detailsOf(proxy, (await proxyUses()).get(key));
}

async function requireProxy(key: string): Promise<ConfiguredProxy> {
  const proxy = (await load()).get(key);
  if (!proxy) throw notFound(key);
  return proxy;
}

function notFound(key: string): HttpError {
  return new HttpError(404, 'PROXY_NOT_FOUND', `Proxy "${key.slice(0, 100)}" not found`);
}

function detailsOf({ sealed, ...proxy }: ConfiguredProxy, usedBy: readonly ProxyUse[] = []): ProxyDetails {
  return {
    ...proxy,
    services: [...proxy.services],
    noProxy: [...proxy.noProxy],
    hasPassword: sealed !== null,
    usedBy: [...usedBy],
  };
}

/**
 * Returns the values that the ETag covers: all that a change replaces, including the password,
 * whose encryption differs after each change.
 */
function taggedOf({ sealed, ...proxy }: ConfiguredProxy): object {
  return { ...proxy, sealed: sealed?.toString('base64') };
}

/** Summarizes a proxy for the audit log, without secrets. */
function summaryOf({
  host,
  port,
  username,
  platformDefault,
  services,
  resolvesNames,
}: ConfiguredProxy): string {
  const said = [
    `${host}:${port}`,
    username && `user ${username}`,
    platformDefault && 'platform default',
    services.length > 0 && `default for ${services.join(' ')}`,
    resolvesNames && 'resolves names',
  ];
  return said.filter(Boolean).join(', ');
}
