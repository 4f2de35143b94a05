import type { Http, HttpOptions } from '@lading/contract';

/** A loaded object, and its version, which a change is based on. */
export interface Versioned<Value> {
  readonly value: Value;
  /** Its ETag; `undefined` for an object without versions. */
  readonly version: string | undefined;
}

/** Loads an object for a form. Throws `HttpFailure`. */
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
  return version === undefined ? {} : { headers: { 'if-match': version } };
}
