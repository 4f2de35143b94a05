import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** A browser that is signed in: keeps its cookie, and says where its requests come from. */
export interface TestBrowser {
  cookie: string;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** Throws when the sign-in fails. */
export async function signIn(app: FastifyInstance, user: string, password: string): Promise<TestBrowser> {
  const answer = await app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    payload: { user, password, type: 'login' },
  });
  const [set] = answer.cookies;
  if (!set) throw new Error(`Sign-in of ${user} failed: ${answer.statusCode} ${answer.body}`);
  const cookie = `${set.name}=${set.value}`;
  return {
    cookie,
    inject: (options) =>
      app.inject({ ...options, headers: { 'sec-fetch-site': 'same-origin', ...options.headers, cookie } }),
  };
}
