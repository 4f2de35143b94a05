import type { CreatedApplication } from '@lading/contract/rest';
import { type Random, randomNumbers } from '../../testing/mutate.ts';
import { callback, type OAuthWorld, requestParameters } from './OAuthWorld.ts';

/** Callback URLs that differ from the registered one. */
export const wrongCallbacks = [
  ...['', ' ', '/', 'https://evil.example.org/callback', 'https://tea.example.org', 'javascript:alert(1)'],
  ...[
    `${callback}/`,
    `${callback}/more`,
    `${callback}?a=b`,
    `${callback}#part`,
    `${callback} `,
    ` ${callback}`,
  ],
  ...[callback.toUpperCase(), callback.replace('https', 'http'), callback.replace('/callback', '//callback')],
  callback.replace('/callback', '/x/../callback'),
  callback.replace('/callback', '/%63allback'),
  callback.replace('tea.', 'tea.example.org.evil.'),
  callback.replace('https://', 'https://tea.example.org@evil.example.org/'),
  callback.replace('https://', 'https://evil@'),
  callback.replace('.org/', '.org:443/'),
  callback.replace('.org/', '.org:8443/'),
  callback.replace('.org/', '.org./'),
  callback.replace('.org/', '.org\\@evil.example.org/'),
  callback.replace('tea', 't\u0435a'),
  ...[`${callback}\u0000`, `${callback}%00`, `${callback}\r\nLocation: https://evil.example.org`],
  ...[callback.slice(0, -1), callback.slice(6), `${callback},https://evil.example.org/`],
];

type Fields = [key: string, value: string][];

/** One attempt to get a token: the request of the browser, the form, and the credentials. */
interface Attempt {
  query: Fields;
  form: Fields;
  by: { client_id: string; secret: string };
}

interface Others {
  /** Another application of the attacker, and an unused code that was issued to it. */
  application: CreatedApplication;
  code: string;
}

/** A change of an attempt after which no token may be issued. */
type Attack = (attempt: Attempt, random: Random, others: Others) => void;

const set = (fields: Fields, key: string, value: string) => {
  const found = fields.find(([name]) => name === key);
  if (found) found[1] = value;
  else fields.push([key, value]);
};
const drop = (fields: Fields, key: string) => {
  const at = fields.findIndex(([name]) => name === key);
  if (at >= 0) fields.splice(at, 1);
};
const pick = <T>(random: Random, values: readonly T[]): T => values[random(values.length)] as T;

/** Replaces one character by another one. */
function flip(text: string, random: Random): string {
  const at = random(text.length);
  const other = text[at] === 'A' ? 'B' : 'A';
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}

const queryKeys = ['response_type', 'client_id', 'redirect_uri', 'code_challenge', 'code_challenge_method'];
const formKeys = ['grant_type', 'code', 'redirect_uri', 'code_verifier'];
const grants = ['password', 'implicit', 'client_credentials', 'refresh_token', 'AUTHORIZATION_CODE'];

const attacks: readonly Attack[] = [
  // The browser's request.
  ({ query }, random) => set(query, 'redirect_uri', pick(random, wrongCallbacks)),
  ({ query }, random) =>
    set(query, 'code_challenge_method', pick(random, ['plain', '', 's256', 'none', 'S512'])),
  ({ query }, random) =>
    set(query, 'code_challenge', pick(random, ['', 'abc', '='.repeat(43), 'A'.repeat(128)])),
  ({ query }, random) =>
    set(query, 'response_type', pick(random, ['token', 'code token', 'id_token', 'CODE', ''])),
  ({ query }, random) => set(query, 'response_mode', pick(random, ['fragment', 'form_post', 'web_message'])),
  ({ query }, random, { application }) =>
    set(query, 'client_id', pick(random, [application.client_id, '', '*'])),
  ({ query }) => set(query, 'request_uri', 'https://evil.example.org/request'),
  ({ query }) => set(query, 'request', 'eyJhbGciOiJub25lIn0.e30.'),
  ({ query }, random) =>
    set(query, 'scope', pick(random, ['applied-permissions/admin', '*', 'repository:*:all'])),
  ({ query }, random) => set(query, 'prompt', pick(random, ['none', 'login none', 'x'])),
  ({ query }, random) => drop(query, pick(random, queryKeys)),
  ({ query }, random) => query.push([pick(random, queryKeys), pick(random, wrongCallbacks)]),
  // The form of the application.
  ({ form }, random) => set(form, 'grant_type', pick(random, grants)),
  ({ form }, random) => set(form, 'redirect_uri', pick(random, wrongCallbacks)),
  ({ form }, random) => set(form, 'code_verifier', pick(random, ['', 'a', 'A'.repeat(43), '~'.repeat(128)])),
  (attempt, random) => {
    const verifier = attempt.form.find(([key]) => key === 'code_verifier');
    if (verifier) verifier[1] = flip(verifier[1], random);
    else attempt.form.length = 0;
  },
  // PKCE downgrade: the challenge itself as the verifier of the method plain.
  ({ query, form }) => set(form, 'code_verifier', query.find(([key]) => key === 'code_challenge')?.[1] ?? ''),
  ({ form }, random) => set(form, 'code', pick(random, ['lading_ac_', 'null', '*', 'A'.repeat(500)])),
  ({ form }, random, { code }) => set(form, 'code', flip(code, random)),
  // Mixed-up clients: the code of one, the credentials of the other.
  ({ form }, _random, { code }) => set(form, 'code', code),
  (attempt, _random, { application }) => {
    attempt.by = application;
  },
  (attempt, _random, { application }) => {
    attempt.by = { client_id: attempt.by.client_id, secret: application.secret };
  },
  (attempt, random) => {
    attempt.by = { client_id: attempt.by.client_id, secret: flip(attempt.by.secret || 'x', random) };
  },
  ({ form }, _random, { application }) => set(form, 'client_id', application.client_id),
  ({ form, by }) => set(form, 'client_secret', by.secret || 'x'),
  ({ form }, random) => drop(form, pick(random, formKeys)),
  ({ form }, random) => form.push([pick(random, formKeys), 'x']),
];

/** Changes that are harmless by themselves. */
const noise: readonly Attack[] = [
  ({ query }, random) => set(query, 'state', 'x'.repeat(random(300))),
  ({ query }) => set(query, 'ui_locales', 'pl'),
  ({ form }) => set(form, 'username', 'admin'),
  ({ form }) => set(form, 'password', 'password'),
  ({ form }) => set(form, 'scope', 'applied-permissions/admin'),
  ({ form }) => set(form, 'refresh_token', 'lading_rt_x'),
  ({ query, form }, random) => void (random(2) ? query : form).sort(() => random(3) - 1),
];

export interface Fuzzed {
  /** Sets with an attack: all, and those rejected in the browser or at the token endpoint. */
  attempts: number;
  atConsent: number;
  atToken: number;
  /** Unchanged sets, which get a token. */
  accepted: number;
  /** Parameters that got a token despite an attack, or a server error. */
  failures: string[];
}

/**
 * Sends sets of parameters, each with at least one attack. Every 50th set is unchanged, to prove
 * that only the attack prevents the token.
 */
export async function fuzzOAuth(world: OAuthWorld, rounds: number, seed = 1): Promise<Fuzzed> {
  const random = randomNumbers(seed);
  const victim = await world.create();
  const application = await world.create();
  const result: Fuzzed = { attempts: 0, atConsent: 0, atToken: 0, accepted: 0, failures: [] };
  const own = await requestParameters(application);
  const codeOf = (url: URL) => url.searchParams.get('code') ?? '';
  const others = {
    application,
    code: codeOf(await world.allow(`?${new URLSearchParams(own.parameters)}`, application)),
  };
  for (let round = 0; result.attempts < rounds; round++) {
    const isControl = round % 50 === 0;
    const { verifier, parameters } = await requestParameters(victim);
    const attempt: Attempt = {
      query: Object.entries(parameters),
      form: Object.entries({
        ...{ grant_type: 'authorization_code', code: '', redirect_uri: callback, code_verifier: verifier },
      }),
      by: { client_id: victim.client_id, secret: victim.secret },
    };
    const changes = isControl
      ? []
      : [
          ...Array.from({ length: random(3) }, () => pick(random, noise)),
          ...Array.from({ length: 1 + random(3) }, () => pick(random, attacks)),
        ];
    for (const change of changes) change(attempt, random, others);
    const allowed = await world.authorize(`?${new URLSearchParams(attempt.query)}`, victim);
    const redirected =
      allowed.statusCode === 200 ? allowed.json<{ redirect_url: string }>().redirect_url : '';
    if (redirected === '') result.atConsent++;
    const code = attempt.form.find(([key]) => key === 'code');
    if (code?.[1] === '' && redirected !== '') code[1] = codeOf(new URL(redirected));
    const answer = await world.post(new URLSearchParams(attempt.form).toString(), attempt.by);
    const hasToken = answer.body.includes('lading_');
    if (isControl) {
      if (hasToken) result.accepted++;
      else result.failures.push(`round ${round}: the unchanged set got no token: ${answer.body}`);
      continue;
    }
    result.attempts++;
    if (redirected !== '' && !hasToken) result.atToken++;
    const isLeft = redirected !== '' && !redirected.startsWith(`${callback}?`);
    if (hasToken || isLeft || allowed.statusCode >= 500 || answer.statusCode >= 500) {
      result.failures.push(JSON.stringify({ round, attempt, redirected, answer: answer.body }));
    }
  }
  return result;
}
