import type { Http, HttpOptions } from '@lading/contract';

/** A loaded object, and its version, which a change is based on. */
export interface Versioned<Value> {
  readonly value: Value;
  /** Its ETag, or `ABSENT`; `undefined` for an object without versions. */
  readonly version: string | undefined;
}

/** The version of an object that does not exist yet. */
export const ABSENT = 'absent';

/**
 * Loads an object for a form, or saves it if the options say so: forms that stay open base their
 * next change on the returned version. Throws `HttpFailure`.
 */
export async function fetchVersioned<Value>(
  http: Http,
  path: string,
  options?: HttpOptions,
): Promise<Versioned<Value>> {
  let version: string | undefined;
  const onHeaders = (headers: Headers) => {
    version = headers.get('etag') ?? undefined;
  };
  return { value: await http.json<Value>(path, { ...options, onHeaders }), version };
}

/** Options of a change that fails with 412 if the object has changed since it was loaded. */
export function basedOn(version: string | undefined): Pick<HttpOptions, 'headers'> {
  if (version === undefined) return {};
  return { headers: version === ABSENT ? { 'if-none-match': '*' } : { 'if-match': version } };
}

/** Bases each change on the version that the one before returned, for forms that stay open. */
export function inSequence<Value, Given extends unknown[]>(
  opened: string | undefined,
  save: (version: string | undefined, ...given: Given) => Promise<Versioned<Value>>,
): (...given: Given) => Promise<Value> {
  let version = opened;
  return async (...given) => {
    const saved = await save(version, ...given);
    version = saved.version;
    return saved.value;
  };
}
