import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../../http/ownOrigin.ts';
import { catalogScope } from '../access.ts';
import { type DockerPath, isDigest, isImageName, parseDockerPath } from '../dockerPath.ts';
import type { Mount } from '../mount.ts';

/**
 * Builds the `WWW-Authenticate` header: the URL of the token service and the scope that this
 * request requires.
 */
export function challenge(request: FastifyRequest, mount: Mount, insufficient: boolean): string {
  const origin = ownOrigin(request);
  const parts = [`realm="${origin}${mount.token}"`, `service="${new URL(origin).host}"`];
  const scopes = scopesOf(request, mount);
  if (scopes.length) parts.push(`scope="${scopes.join(' ')}"`);
  if (insufficient) parts.push('error="insufficient_scope"');
  return `Bearer ${parts.join(',')}`;
}

function scopesOf(request: FastifyRequest, mount: Mount): string[] {
  let path: DockerPath;
  try {
    path = parseDockerPath(mount.pathOf(request));
  } catch {
    return [];
  }
  if (path.kind === 'check') return [];
  if (path.kind === 'catalog') return [catalogScope];
  const actions = neededFor(path.kind, request.method);
  const scopes = [`repository:${mount.nameOf(path)}:${actions}`];
  const { mount: digest, from } = request.query as Record<string, unknown>;
  if (isDigest(digest) && typeof from === 'string' && isImageName(from.toLowerCase())) {
    scopes.push(`repository:${from}:pull`);
  }
  return scopes;
}

function neededFor(kind: DockerPath['kind'], method: string): string {
  if (kind === 'uploads' || kind === 'upload') return 'pull,push';
  if (method === 'GET' || method === 'HEAD') return 'pull';
  return method === 'DELETE' ? 'delete' : 'pull,push';
}
