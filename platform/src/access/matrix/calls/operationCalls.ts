import { type Call, ui, v1 } from './Call.ts';

/** Rejected after the access check, so that no bundle is created. */
const bundle = { name: 'x', parameters: { logs: { include: true, start_date: '2026-02-30' } } };
const nodeFiles = 'service=artifactory&configuration=true&system=true&logs=true&profiles=0&interval=0';
const backups = { target: 'nowhere', enabled: false, hour: 3, days: [1], keep: 7 };
const proxy = { host: '192.0.2.1', port: 3128 };
/** Rejected after the access check, because it selects no repository. */
const cleanup = {
  ...{ description: '', enabled: false, repositories: [], repositoryClasses: [], packageTypes: [] },
  ...{ select: 'all', include: [], exclude: [], keepBuilds: true, every: 'never', hour: 2 },
};

/** Repositories, storage, and the operation of the server. */
export const operationCalls: Call[] = [
  ['admin', 'GET', `${ui}/system/status/ha`],
  ['admin', 'GET', `${ui}/system/status/nodes`],
  ['admin', 'GET', `${ui}/system/status/dependencies`],
  ['admin', 'GET', `${ui}/system/status/history`],
  ['admin', 'DELETE', `${v1}/topology/jfrt@none/none`],
  ['admin', 'GET', `${ui}/system/logs/config/jfrt`],
  ['admin', 'GET', `${ui}/system/logs/data/jfrt?id=artifactory-request.log`],
  ['admin', 'GET', `${ui}/system/logs/download/jfrt?id=artifactory-request.log`],
  ['admin', 'GET', `${ui}/system/logs/stream?log=jfrt:artifactory-request.log`],
  ['projectAdmin', 'PUT', '/artifactory/api/repositories/tea-x', { projectKey: 'tea' }],
  ['projectAdmin', 'POST', '/artifactory/api/repositories/tea-npm', { rclass: 'x' }],
  ['admin', 'POST', '/artifactory/api/repositories/npm-local', { rclass: 'x' }],
  ['admin', 'PUT', '/artifactory/api/repositories/npm-x', { rclass: 'x' }],
  ['admin', 'DELETE', '/artifactory/api/repositories/none'],
  ['admin', 'GET', '/artifactory/api/repositories/npm/reservations'],
  ['admin', 'GET', '/artifactory/api/repositories/npm/reservations/rule?name=x'],
  ['admin', 'PUT', '/artifactory/api/repositories/npm/reservations', { prefix: 'x-', effect: 'lifted' }],
  ['user', 'GET', `/distribution/api/ui/release_bundle/checksum/${'0'.repeat(64)}`],
  ['admin', 'GET', `${ui}/ui/bundle/retention/config/enable`],
  ['admin', 'GET', '/artifactory/api/system/license'],
  ['admin', 'POST', '/artifactory/api/system/licenses', { type: 'TRIAL', validThrough: 'never' }],
  ['admin', 'DELETE', '/artifactory/api/system/licenses'],
  ['admin', 'GET', `${ui}/ui/storage/history?kind=type&key=npm`],
  ['admin', 'GET', `${ui}/ui/storage/collections`],
  ['admin', 'POST', `${ui}/ui/storage/collections`, { dry: true }],
  ['admin', 'GET', `${ui}/system/status/load`],
  ['admin', 'GET', `${ui}/system/base-url`],
  ['admin', 'PUT', `${ui}/system/base-url`, { url: '' }],
  ['admin', 'PUT', '/artifactory/api/system/configuration/baseUrl'],
  ['admin', 'GET', `${ui}/system/maintenance`],
  ['admin', 'PUT', `${ui}/system/maintenance`, { enabled: false, message: '' }],
  ['admin', 'POST', '/artifactory/api/system/configuration/webServer/preview', {}],
  ['admin', 'GET', '/artifactory/api/system/configuration/reverseProxy/none'],
  ['admin', 'PUT', `${ui}/ui/trash/settings`, { days: 14, excluded: [] }],
  ['admin', 'DELETE', `${ui}/ui/trash/items/00000000-0000-0000-0000-000000000000`],
  ['admin', 'GET', `${ui}/ui/cleanup/runs/1`],
  ['admin', 'GET', `${ui}/ui/cleanup/runs/1/items`],
  ['admin', 'POST', `${ui}/ui/cleanup/policies/none/runs`, { dry: true }],
  ['admin', 'PUT', `${ui}/ui/cleanup/policies/none`, cleanup],
  ['admin', 'GET', `${ui}/ui/storage/summary`],
  ['admin', 'POST', `${ui}/ui/storage/calculate`],
  ['admin', 'POST', '/artifactory/api/storageinfo/calculate'],
  ['admin', 'GET', `${ui}/ui/backups`],
  ['admin', 'POST', `${ui}/ui/backups`],
  ['admin', 'GET', `${ui}/ui/backups/settings`],
  ['admin', 'PUT', `${ui}/ui/backups/settings`, backups],
  ['admin', 'POST', `${ui}/ui/backups/check`, { target: 'nowhere' }],
  ['admin', 'GET', `${ui}/ui/proxies/crud`],
  ['admin', 'GET', `${ui}/ui/proxies/proxyKeys`],
  ['admin', 'GET', `${ui}/ui/proxies/crud/none`],
  ['admin', 'PUT', `${ui}/ui/proxies/crud/none`, proxy],
  ['admin', 'POST', `${ui}/ui/proxies/crud`, { key: 'matrix', ...proxy, noProxy: ['10.0.0.0/99'] }],
  ['admin', 'POST', `${ui}/ui/proxies/test`, { proxy: { key: 'matrix', ...proxy }, url: 'nowhere' }],
  ['admin', 'POST', `${ui}/ui/proxies/deleteProxies`, { proxyKeys: ['none'] }],
  ['admin', 'POST', `${ui}/ui/userSupport/generateBundle`, bundle],
  ['admin', 'GET', `${ui}/system/support/files?${nodeFiles}`],
  ['admin', 'GET', `${ui}/system/support/files/content?${nodeFiles}&path=none`],
  ...['distribution', 'insight', 'mc', 'xray'].map(
    (service): Call => ['admin', 'POST', `/${service}/api/v1/system/support/bundle`, bundle],
  ),
  ['admin', 'POST', '/tracker/api/v3/pdn/system/support/bundle', bundle],
  ['admin', 'PUT', '/distribution/api/v2/edges/none', { group: '', city: '', country: '' }],
  ['admin', 'POST', `${ui}/ui/attestationKeys`, { name: 'none', publicKey: 'none' }],
];
