import { HttpError } from '../../errors/HttpError.ts';

export function providerNotFound(name: string): HttpError {
  return new HttpError(404, 'PROVIDER_NOT_FOUND', `Provider ${name} not found`);
}
