import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';
import type { Query } from './searchLocally.ts';

const maximum = { take: 100, skip: 100_000, text: 500 };

/** Throws `HttpError` 400 that names the invalid parameter. */
export function readQuery(request: FastifyRequest): Query & { id?: string } {
  const given = request.query as Record<string, unknown>;
  const text = (key: string): string => {
    const value = given[key] ?? '';
    if (typeof value !== 'string') throw invalidParameter(key, 'appears more than once');
    if (value.length > maximum.text) throw invalidParameter(key, `is longer than ${maximum.text} characters`);
    return value;
  };
  const number = (key: 'take' | 'skip', otherwise: number): number => {
    const value = text(key);
    if (value === '') return otherwise;
    if (!/^\d{1,9}$/.test(value)) throw invalidParameter(key, 'must be a number from 0');
    return Math.min(Number(value), maximum[key]);
  };
  const packageType = text('packageType');
  const id = text('id');
  return {
    text: text('q'),
    skip: number('skip', 0),
    take: number('take', 20),
    prerelease: /^true$/i.test(text('prerelease')),
    semver2: /^2\./.test(text('semVerLevel')),
    ...(packageType ? { packageType } : {}),
    ...(id ? { id } : {}),
  };
}

function invalidParameter(key: string, what: string): HttpError {
  return new HttpError(400, 'BAD_QUERY', `Invalid parameters: '${key}' ${what}`);
}
