import type { OutgoingRequest } from '../../outgoing/OutgoingClient.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { GitServerError } from './GitServerError.ts';
import type { AskGit, GitAccess, GitAnswer, GitVendor, GitWish } from './GitVendor.ts';

/** Milliseconds per request. */
const timeout = 15_000;
/** Maximum bytes of a response. */
const maxAnswer = 8 * 1024 * 1024;
/** Minimum characters of a token. */
const minSecret = 8;

/**
 * Calls the API of a Git server. Redirects are not followed: they could send the token elsewhere.
 */
export function askGitServer(vendor: GitVendor, access: GitAccess): AskGit {
  const root = vendor.api(new URL(access.url));
  const headers = { accept: 'application/json', 'user-agent': 'Lading', ...vendor.headers(access) };
  return async (path, wish = {}) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeout);
    const { signal } = controller;
    try {
      const request = { ...sent(headers, wish), signal, allowPrivate: access.allowPrivate };
      const answer = await ask(vendor.displayName, root + path, request);
      return readAnswer(vendor.displayName, concealed(answer, secretsOf(vendor, access)), wish);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw new GitServerError(reasonOf(error, root, access), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

function sent(
  headers: Record<string, string>,
  { raw, post }: GitWish,
): Pick<OutgoingRequest, 'method' | 'headers' | 'body'> {
  if (raw) return { headers: { ...headers, accept: 'application/vnd.github.raw+json, */*' } };
  if (post === undefined) return { headers };
  const body = JSON.stringify(post);
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
}

/** A response whose body is not parsed yet. */
interface TextAnswer {
  status: number;
  text: string;
  headers: GitAnswer['headers'];
}

async function ask(
  server: string,
  url: string,
  options: Pick<OutgoingRequest, 'method' | 'headers' | 'body' | 'signal' | 'allowPrivate'>,
): Promise<TextAnswer> {
  const answer = await outgoing().request(url, {
    ...options,
    service: 'integrations',
    redirects: 'none',
    limit: maxAnswer,
  });
  const { status } = answer;
  const found = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value].flat()[0]]),
  );
  if (status < 200 || status > 299) {
    answer.discard();
    throw new GitServerError(refusal(server, status, found));
  }
  return { status, text: (await answer.bytes()).toString('utf8'), headers: found };
}

/** Returns the token and its form in the Authorization header, which may be Base64. */
function secretsOf(vendor: GitVendor, access: GitAccess): string[] {
  const sentValue = vendor.headers(access).authorization?.replace(/^(?:Bearer|Basic) /, '') ?? '';
  // Shorter ones are no secrets, but parts of other words.
  return [access.token, sentValue].filter((secret) => secret.length >= minSecret);
}

/**
 * Removes the credentials from a response, because names and messages of the Git server appear on
 * screens and in errors.
 */
function concealed(answer: TextAnswer, secrets: readonly string[]): TextAnswer {
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, value === undefined ? value : clean(value)]),
  );
  return { ...answer, text: clean(answer.text), headers };
}

function readAnswer(server: string, { status, text, headers }: TextAnswer, { raw }: GitWish): GitAnswer {
  // A changed status has no content.
  if (raw || status === 204) return { body: text, headers };
  try {
    return { body: JSON.parse(text), headers };
  } catch (cause) {
    throw new GitServerError(
      `${server} did not answer with JSON. Check that the URL is that of a ${server} server`,
      {
        cause,
      },
    );
  }
}

function refusal(server: string, status: number, headers: GitAnswer['headers']): string {
  const left = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'];
  if (status === 429 || (status === 403 && (left === '0' || headers['retry-after'] !== undefined))) {
    return `${server} rejects requests because its rate limit is reached${nextTry(headers)}`;
  }
  if (status === 401) {
    return `${server} rejected the credentials (401). Check the user name, and that the token has not expired or been revoked`;
  }
  if (status === 403)
    return `${server} denied access (403). The token lacks a scope: it needs to read the user and repositories`;
  if (status === 404) return `${server} found no API at this URL (404). Check the URL of the server`;
  return `${server} answered with status ${status}. Try again later`;
}

function nextTry(headers: GitAnswer['headers']): string {
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  if (reset > 0) return `. Try again after ${new Date(reset * 1000).toISOString()}`;
  const seconds = Number(headers['retry-after']);
  return seconds > 0 ? `. Try again in ${seconds} seconds` : '. Try again later';
}

function reasonOf({ fault, message }: OutgoingError, root: string, { allowPrivate }: GitAccess): string {
  const { host } = new URL(root);
  switch (fault) {
    case 'aborted':
    case 'timeout':
      return `${host} did not answer within ${timeout / 1000} seconds`;
    case 'redirect':
      return `${host} redirects to another URL. Enter the URL that it redirects to`;
    case 'refused':
      return allowPrivate
        ? message
        : `${message}. For a server in a private network, allow private addresses`;
    default:
      return `${host}: ${message}`;
  }
}
