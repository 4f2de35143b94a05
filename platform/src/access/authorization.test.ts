import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, levels } from './matrix/calls/Call.ts';
import { calls } from './matrix/calls.ts';
import { type World, worldOfCallers } from './matrix/world.ts';

/**
 * Routes of access and the platform. Other services have their own tests, and
 * `matrix/matrix.test.ts` covers all together.
 */
const ofThisRoom =
  /^\/(access\/(?!api\/v1\/oauth2\/)|ui\/api\/v1\/(access|system|auth)\/|ui\/api\/v1\/ui\/(auth|oauth|user(?!Support)))/;

let world: World;
beforeAll(async () => {
  world = await worldOfCallers();
});
afterAll(() => world.platform.close());

/** Whether the caller was authorized, regardless of the response after that. */
async function isLetThrough(who: string, [, method, url, payload]: Call): Promise<boolean> {
  const picture = url.endsWith('/logo') && method === 'PUT';
  const answer = await world.platform.app.inject({
    method,
    url,
    headers: { ...world.headers[who], ...(picture ? { 'content-type': 'image/png' } : {}) },
    ...(picture ? { payload: Buffer.from('no picture') } : payload ? { payload } : {}),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  const { code } = answer.statusCode < 400 ? { code: '' } : answer.json().errors[0];
  if (code === 'UNAUTHORIZED') expect([who, answer.statusCode]).toEqual(['anonymous', 401]);
  if (code === 'FORBIDDEN') expect(answer.statusCode).toBe(403);
  return code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN';
}

describe('authorization of calls', () => {
  it.each(calls)('requires at least %s: %s %s', async (...route) => {
    const least = levels.indexOf(route[0]);
    for (const [at, who] of levels.entries()) {
      expect([who, await isLetThrough(who, route)]).toEqual([who, at >= least]);
    }
    // Calls for members and above are denied for tokens with limited scope.
    if (least >= levels.indexOf('member')) expect(await isLetThrough('limited', route)).toBe(false);
  });

  it('is specified for every route of access and of the platform', () => {
    const said = calls.map(([, method, url]) => `${method} ${url.split('?')[0]}`);
    const isSaid = (route: string) => {
      const pattern = new RegExp(`^${route.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
      return said.some((known) => pattern.test(known));
    };
    const own = world.platform.app.routeTable
      .filter(({ method, url }) => method !== 'HEAD' && ofThisRoom.test(url))
      .map(({ method, url }) => `${method} ${url.replace(/\/$/, '').replace(/:\w+/g, '*')}`);
    expect(own.length).toBeGreaterThan(130);
    expect(own.filter((route) => !isSaid(route) && !route.endsWith('userApiKey/*'))).toEqual([]);
  });
});
