import { HttpError } from '../errors/HttpError.ts';

/** Maximum levels of percent-encoding. A target that is still encoded after that is rejected. */
const maxDecodings = 5;

/**
 * Validates a return location after sign-in: a path of this console with its query and hash. Throws
 * `HttpError` 400 for other targets, including those that become one after another decoding or
 * without normalization.
 */
export function ownPath(target: string, origin: string): string {
  const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
  if (!path.startsWith('/') || /\p{Cc}|\\/u.test(path)) throw refused();
  const parsed = ownAddress(path, origin);
  for (const reading of readings(path)) ownAddress(reading, origin);
  for (const reading of readings(parsed.pathname)) {
    if (/\p{Cc}/u.test(reading) || /^.[/\\\s]/.test(reading)) throw refused();
    if (ownAddress(reading, origin).pathname.startsWith('//')) throw refused();
  }
  return parsed.pathname + parsed.search + parsed.hash;
}

function ownAddress(text: string, origin: string): URL {
  const parsed = URL.canParse(text, origin) ? new URL(text, origin) : undefined;
  if (!parsed || parsed.origin !== origin || parsed.username !== '' || parsed.password !== '')
    throw refused();
  return parsed;
}

/** Returns the text undecoded, decoded once, twice, and so on, until it no longer changes. */
function* readings(text: string): Generator<string> {
  let reading = text;
  for (let depth = 0; depth < maxDecodings; depth++) {
    yield reading;
    const next = decoded(reading);
    if (next === reading) return;
    reading = next;
  }
  throw refused();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refused();
  }
}

function refused(): HttpError {
  return new HttpError(
    400,
    'BAD_REDIRECT',
    'Invalid redirectTo. Expected a path of this console that starts with one slash, such as /ui/packages.',
  );
}
