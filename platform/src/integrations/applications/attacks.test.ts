import type { CreatedApplication } from '@lading/contract/rest';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fuzzOAuth, wrongCallbacks } from '../testing/attackOAuth.ts';
import { callback, OAuthWorld, requestParameters } from '../testing/OAuthWorld.ts';

let world: OAuthWorld;
let made: CreatedApplication;
beforeAll(async () => {
  world = await OAuthWorld.start();
});
afterAll(() => world.platform.close());
beforeEach(async () => {
  made = await world.create();
});

/** Has rosa allow a request, and returns the form that redeems its code. */
async function formOf(more: Record<string, string> = {}) {
  const { verifier, parameters } = await requestParameters(made, more);
  const redirected = await world.allow(`?${new URLSearchParams(parameters)}`, made);
  const code = redirected.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
  return { form, parameters, redirected };
}

const redeem = async (form: Record<string, string>, by = made) =>
  (await world.post(new URLSearchParams(form).toString(), by)).json<{
    access_token?: string;
    error?: string;
  }>();

it('cannot be downgraded to PKCE with the challenge in the clear', async () => {
  const downgrades: Record<string, string>[] = [
    { code_challenge_method: 'plain' },
    { code_challenge_method: '' },
    { code_challenge: '' },
  ];
  for (const more of downgrades) {
    const { parameters } = await requestParameters(made, more);
    const answer = await world.authorize(`?${new URLSearchParams(parameters)}`, made);
    expect([more, answer.statusCode, answer.body.includes('redirect_url')]).toEqual([more, 400, false]);
  }
  const { form, parameters } = await formOf();
  // An attacker who saw the browser's request knows the challenge, but not the verifier.
  expect((await redeem({ ...form, code_verifier: parameters.code_challenge })).error).toBe('invalid_grant');
  expect((await redeem(form)).error).toBe('invalid_grant');
  const { code_verifier: _none, ...without } = (await formOf()).form;
  expect((await redeem(without)).error).toBe('invalid_request');
});

it('redirects to no variant of the callback URL', async () => {
  for (const redirect_uri of wrongCallbacks) {
    const { parameters } = await requestParameters(made, { redirect_uri });
    const answer = await world.authorize(`?${new URLSearchParams(parameters)}`, made);
    expect([redirect_uri, answer.statusCode, answer.body.includes('redirect_url')]).toEqual([
      ...[redirect_uri, 400, false],
    ]);
    const { form } = await formOf();
    expect([redirect_uri, (await redeem({ ...form, redirect_uri })).access_token]).toEqual([
      ...[redirect_uri, undefined],
    ]);
  }
});

it('issues one token for a code that is replayed concurrently, and revokes it', async () => {
  const { form } = await formOf();
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(form)));
  const issued = answers.flatMap(({ access_token }) => access_token ?? []);
  expect(issued).toHaveLength(1);
  expect(await world.reads(issued[0] ?? '')).toBe(401);
});

it('does not accept the code of one application from another, which leaves the code unused', async () => {
  const other = await world.create();
  const { form } = await formOf();
  expect((await redeem(form, other)).error).toBe('invalid_grant');
  expect((await redeem({ ...form, client_id: other.client_id }, made)).error).toBe('invalid_client');
  expect((await redeem({ ...form, client_id: made.client_id }, other)).error).toBe('invalid_client');
  const right = await redeem(form);
  expect(await world.reads(right.access_token ?? '')).toBe(200);
});

it('is recognized by clients of several servers, which reject the answer of another one', async () => {
  const configuration = await world.discover(made);
  const { redirected, parameters, form } = await formOf();
  redirected.searchParams.set('iss', 'https://evil.example.org');
  const checks = { pkceCodeVerifier: form.code_verifier, expectedState: parameters.state };
  await expect(client.authorizationCodeGrant(configuration, redirected, checks)).rejects.toThrow();
  redirected.searchParams.set('iss', world.platform.baseUrl);
  const wrongState = client.authorizationCodeGrant(configuration, redirected, {
    ...checks,
    expectedState: client.randomState(),
  });
  await expect(wrongState).rejects.toThrow();
  expect((await client.authorizationCodeGrant(configuration, redirected, checks)).access_token).toBeTruthy();
});

it('issues no token for 400 sets of parameters with an attack', async () => {
  const { failures, attempts, accepted, atConsent, atToken } = await fuzzOAuth(world, 400);
  expect(failures).toEqual([]);
  expect([attempts, accepted]).toEqual([400, 9]);
  expect(Math.min(atConsent, atToken)).toBeGreaterThan(80);
});
