import { HttpError } from '../errors/HttpError.ts';

/** Deep enough for what was encoded by several hands; what is not plain by then is refused. */
const deepest = 5;

/**
 * Where to go after signing in: a path of this console with its query and hash. Throws `HttpError` 400 for all that
 * leads elsewhere, or would for a reader who decodes once more or does not normalise.
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

/** The text as it stands, and decoded once, twice and so on until nothing is left to decode. */
function* readings(text: string): Generator<string> {
  let reading = text;
  for (let depth = 0; depth < deepest; depth++) {
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
