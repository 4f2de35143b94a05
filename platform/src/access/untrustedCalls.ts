import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';

/**
 * Whether the page makes the call for an untrusted plugin, which gets the response. Plugins cannot
 * remove the header: the page sets it.
 */
export function isFromFrame(request: FastifyRequest): boolean {
  return pluginInFrame(request) !== undefined;
}

/** NAME of the untrusted plugin that the page makes the call for. */
export function pluginInFrame({ headers }: FastifyRequest): string | undefined {
  const name = headers['x-lading-frame'];
  return name === undefined ? undefined : String(name);
}

/**
 * Rejects calls of untrusted plugins, whatever they declare, as an `onRequest` hook: for `GET`
 * calls that return credentials, or change a session. Throws `HttpError` 403.
 */
export async function rejectFrames(request: FastifyRequest): Promise<void> {
  if (isFromFrame(request))
    throw new HttpError(
      403,
      'PLUGIN_CALL_DENIED',
      'Untrusted plugins cannot make this call, because it returns credentials or changes a session',
    );
}
