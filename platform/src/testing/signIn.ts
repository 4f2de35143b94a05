import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** A signed-in browser: stores its cookie, and sends the origin of its requests. */
export interface TestBrowser {
  cookie: string;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** Throws if the sign-in fails. */
export async function signIn(app: FastifyInstance, user: string, password: string): Promise<TestBrowser> {
  const answer = await app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    payload: { user, password, type: 'login' },
  });
  const [set] = answer.cookies;
  if (!set) throw new Error(`Sign-in of ${user} failed: ${answer.statusCode} ${answer.body}`);
  const browser: TestBrowser = {
    cookie: `${set.name}=${set.value}`,
    inject: async (options) => {
      const { cookie } = browser;
      const headers = { 'sec-fetch-site': 'same-origin', ...options.headers, cookie };
      const answered = await app.inject({ ...options, headers });
      const next = answered.cookies.find(({ name, value }) => name === set.name && value !== '');
      if (next) browser.cookie = `${next.name}=${next.value}`;
      return answered;
    },
  };
  return browser;
}
