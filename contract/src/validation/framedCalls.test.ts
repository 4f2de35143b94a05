import { expect, it } from 'vitest';
import { isFramedCall } from './framedCalls.ts';

const limits = {
  plugin: 'tide',
  reads: ['/artifactory/api/repositories', '/ui/api/v1/levels/*', '/open/**'],
};
const allowed = (path: string, method: string) => isFramedCall(method, path, limits);
const own = '/ui/api/v1/lading/plugins/tide';

it.each([
  ['/artifactory/api/repositories', 'GET'],
  ['/artifactory/api/repositories', 'HEAD'],
  ['/ui/api/v1/levels/north', 'GET'],
  ['/open/a/b%20c', 'GET'],
  [`${own}/settings`, 'GET'],
  [`${own}/proxy/levels/alarms/1`, 'DELETE'],
])('allows %s %s', (path, method) => {
  expect(allowed(path, method)).toBe(true);
});

it.each([
  ['/access/api/v1/users', 'GET'],
  ['/artifactory/api/repositories', 'POST'],
  ['/artifactory/api/repositories/npm', 'GET'],
  ['/ui/api/v1/levels', 'GET'],
  ['/ui/api/v1/levels/a/b', 'GET'],
  ['/ui/api/v1/levels/..', 'GET'],
  ['/ui/api/v1/levels/%2e%2e', 'GET'],
  ['/open/../access/api/v1/users', 'GET'],
  ['/open/%2E./access/api/v1/users', 'GET'],
  ['/open/.%09./access', 'GET'],
  ['/open/a%2f..%2f..%2faccess', 'GET'],
  ['/open/..;/access', 'GET'],
  ['/open\\..\\access', 'GET'],
  ['/open//access', 'GET'],
  ['//evil.example/open/a', 'GET'],
  ['https://evil.example/open/a', 'GET'],
  ['/open/a?x', 'GET'],
  ['/open/a#x', 'GET'],
  ['/open/%zz', 'GET'],
  ['open/a', 'GET'],
  ['', 'GET'],
  [`${own}/settings`, 'PUT'],
  ['/ui/api/v1/lading/plugins/other/proxy/levels/a', 'GET'],
  [`${own}/proxy/../../policy`, 'PUT'],
  [`${own}/proxy/%2e%2e/policy`, 'PUT'],
  ['/ui/api/v1/lading/plugins/policy', 'PUT'],
])('denies %s %s', (path, method) => {
  expect(allowed(path, method)).toBe(false);
});
