import { authorization } from '../harness/lading.mjs';
import { median, ms, times } from '../harness/stats.mjs';

const json = { 'content-type': 'application/json' };

/**
 * Measures whether the response time reveals hidden objects: alternates between hidden objects and
 * objects that do not exist.
 */
export async function timing(server, quick) {
  const rounds = quick ? 40 : 400;
  const call = (method, path, { as, body, type = 'application/json' } = {}) =>
    fetch(server.origin + path, {
      method,
      headers: {
        ...(as ? { authorization: as } : {}),
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const secret = 'a-long-Passw0rd-of-nobody';
  await call('PUT', '/artifactory/api/repositories/hidden', {
    as: authorization,
    body: { rclass: 'local', packageType: 'generic' },
  });
  await call('PUT', '/artifactory/hidden/tea-1.0.0.txt', {
    as: authorization,
    body: 'x',
    type: 'text/plain',
  });
  await call('POST', '/access/api/v2/users', {
    as: authorization,
    body: { username: 'bystander', password: secret, groups: [] },
  });
  const as = `Basic ${Buffer.from(`bystander:${secret}`).toString('base64')}`;
  const graph = (id) => ({ graphQL: { query: `query { package(id: "${id}") { name } }`, variables: {} } });
  const wrong = (user, number) =>
    fetch(`${server.origin}/ui/api/v1/ui/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ user, password: `wrong ${number}`, type: 'login' }),
    });
  const pairs = [
    [
      'a file of a repository',
      (_n, hidden) => call('GET', `/artifactory/${hidden ? 'hidden' : 'absent'}/tea-1.0.0.txt`, { as }),
    ],
    [
      'its data',
      (_n, hidden) =>
        call('GET', `/artifactory/api/storage/${hidden ? 'hidden' : 'absent'}/tea-1.0.0.txt`, { as }),
    ],
    [
      'a package',
      (_n, hidden) =>
        call('POST', '/ui/api/v1/mds/packages', { as, body: graph(`generic://${hidden ? 'tea' : 'cay'}`) }),
    ],
    // Uses another user each time, so that no user is locked out.
    ['a user, at the sign-in', (n, hidden) => wrong(`${hidden ? 'user' : 'nobody'}${n + 1}`, n), 20],
  ];
  const rows = [];
  for (const [name, ask, fewer] of pairs) {
    const taken = { there: [], absent: [] };
    for (let n = 0; n < (fewer ?? rounds); n += 1) {
      for (const kind of n % 2 ? ['there', 'absent'] : ['absent', 'there']) {
        const started = performance.now();
        await (await ask(n, kind === 'there')).text();
        taken[kind].push(performance.now() - started);
      }
    }
    const [there, absent] = [median(taken.there), median(taken.absent)];
    rows.push([name, ms(there), ms(absent), times(there / absent)]);
  }
  return rows;
}
