import type { CreatedApplication } from '@lading/contract/rest';
import * as client from 'openid-client';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { signIn, type TestBrowser } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

export const applicationCalls = '/ui/api/v1/app_integration';
export const callback = 'https://tea.example.org/callback';
export const scope = 'repository:npm-local:read';
export const oauthCalls = '/access/api/v1/oauth2';

/** A platform with the signed-in user rosa, and applications that ask her for access. */
export class OAuthWorld {
  #count = 0;
  readonly host: string;

  private constructor(
    readonly platform: TestPlatform,
    readonly rosa: TestBrowser,
  ) {
    this.host = new URL(platform.baseUrl).host;
  }

  static async start(): Promise<OAuthWorld> {
    const platform = await testPlatform({ listen: true });
    const password = 'an old tune of the sea';
    const email = 'rosa@example.org';
    await withStorage(platform.storage, () => createUser('rosa', { password, email }));
    return new OAuthWorld(platform, await signIn(platform.app, 'rosa', password));
  }

  /** Registers an application. */
  async create(more: object = {}): Promise<CreatedApplication> {
    const answer = await this.asAdmin('POST', applicationCalls, {
      ...{ name: `tea-${++this.#count}`, type: 'web', description: 'Orders tea', callback_url: callback },
      ...more,
    });
    if (answer.statusCode !== 201) throw new Error(`Failed to register: ${answer.body}`);
    return answer.json<CreatedApplication>();
  }

  /** Sends a request at the URL that applications know. */
  asAdmin(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
    const headers = { authorization: this.platform.adminAuth, host: this.host };
    return this.platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  }

  /** Configures an independent client library from the metadata of the platform. */
  discover(
    { client_id, secret }: CreatedApplication,
    algorithm: 'oauth2' | 'oidc' = 'oidc',
  ): Promise<client.Configuration> {
    const options = { algorithm, execute: [client.allowInsecureRequests] };
    return client.discovery(new URL(this.platform.baseUrl), client_id, secret, undefined, options);
  }

  /** Allows the application like the consent page of rosa's browser. */
  authorize(url: string, { client_id }: { client_id: string }) {
    return this.rosa.inject({
      ...{ method: 'POST', url: `${applicationCalls}/authorize/${client_id}/rosa` },
      ...{ headers: { host: this.host }, payload: { url } },
    });
  }

  /** Returns the callback URL with the code; throws if the request was rejected. */
  async allow(url: string, application: CreatedApplication): Promise<URL> {
    const answer = await this.authorize(url, application);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return new URL(answer.json<{ redirect_url: string }>().redirect_url);
  }

  /** Sends a form with the credentials of the application. */
  post(form: string, { client_id, secret }: { client_id: string; secret: string }, path = 'token') {
    const basic = Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(secret)}`);
    return this.platform.app.inject({
      method: 'POST',
      url: `${oauthCalls}/${path}`,
      headers: {
        host: this.host,
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${basic.toString('base64')}`,
      },
      payload: form,
    });
  }

  /** Returns the status of a call that needs the scope above. */
  async reads(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await this.platform.app.inject({ url: '/artifactory/api/storage/npm-local', headers }))
      .statusCode;
  }
}

/** Returns the parameters of a valid authorization request with its verifier. */
export async function requestParameters(application: CreatedApplication, more: Record<string, string> = {}) {
  const verifier = client.randomPKCECodeVerifier();
  const parameters = {
    ...{ response_type: 'code', client_id: application.client_id, redirect_uri: callback },
    ...{ scope, state: client.randomState(), code_challenge_method: 'S256' },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    ...more,
  };
  return { verifier, parameters };
}
