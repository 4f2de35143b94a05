import type { FastifyRequest } from 'fastify';
import { HttpError } from '../../../errors/HttpError.ts';

/** In order of preference, if the client has none. */
const types = {
  'text/html': 'html',
  'application/vnd.pypi.simple.v1+html': 'html',
  'application/vnd.pypi.simple.v1+json': 'json',
} as const;
type Type = keyof typeof types;
/** Aliases of the newest version. */
const newest: Readonly<Record<string, Type>> = {
  'application/vnd.pypi.simple.latest+html': 'application/vnd.pypi.simple.v1+html',
  'application/vnd.pypi.simple.latest+json': 'application/vnd.pypi.simple.v1+json',
};

export interface Negotiated {
  contentType: string;
  form: 'html' | 'json';
}

/**
 * Selects the content type by `?format=` or the Accept header: PEP 691. Throws `HttpError` 406 if
 * none matches.
 */
export function negotiate(request: FastifyRequest): Negotiated {
  const { format } = request.query as { format?: unknown };
  const accept = typeof format === 'string' ? format : (request.headers.accept ?? '*/*');
  const type = best(accept.slice(0, 2000));
  if (type) return { contentType: type === 'text/html' ? `${type}; charset=utf-8` : type, form: types[type] };
  throw new HttpError(
    406,
    'NOT_ACCEPTABLE',
    `Not acceptable: '${accept.slice(0, 100)}'. The index is available as ${Object.keys(types).join(', ')}.`,
  );
}

function best(accept: string): Type | undefined {
  let found: { type: Type; quality: number } | undefined;
  for (const range of accept.split(',').slice(0, 50)) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = given === undefined ? 1 : Number(given);
    const type = typeFor(name);
    if (type && quality > 0 && quality > (found?.quality ?? 0)) found = { type, quality };
  }
  return found?.type;
}

function typeFor(name: string): Type | undefined {
  if (name === '*/*' || name === 'text/*') return 'text/html';
  if (name === 'application/*') return 'application/vnd.pypi.simple.v1+json';
  return name in types ? (name as Type) : newest[name];
}
