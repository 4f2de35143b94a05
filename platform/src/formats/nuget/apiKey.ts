import type { FastifyRequest } from 'fastify';
import { identify } from '../../access/authentication.ts';
import { HttpError } from '../../errors/HttpError.ts';

/**
 * Authenticates by the header of NuGet clients: an access token, an API key, or `name:password`.
 * Throws `HttpError` 401 for other values.
 */
export async function authenticateByApiKey(request: FastifyRequest): Promise<void> {
  const { 'x-nuget-apikey': key, authorization } = request.headers;
  if (typeof key !== 'string' || key === '' || authorization !== undefined) return;
  request.headers.authorization = key.includes(':') ? `Basic ${Buffer.from(key).toString('base64')}` : key;
  try {
    request.caller = await identify(request);
  } catch (error) {
    if (!(error instanceof HttpError) || key.includes(':')) throw error;
    throw new HttpError(
      401,
      'UNAUTHORIZED',
      'Invalid X-NuGet-ApiKey. Expected an access token, an API key, or name:password.',
    );
  }
}
