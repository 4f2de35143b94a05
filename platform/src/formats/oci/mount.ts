import type { FastifyRequest } from 'fastify';
import type { Named } from './dockerPath.ts';

/** A place where the protocol is mounted: for all repositories, with names that begin with one, or for a single one. */
export interface Mount {
  /** Below the origin. */
  token: string;
  /** What follows `/v2/`, with the repository before the image in either case. */
  pathOf(request: FastifyRequest): string;
  /** As the client says it. */
  nameOf(named: Named): string;
  /** A name that the client says, with its repository. */
  fullName(name: string): string;
  /** The path of an image as the client's host name serves it, for `Location` and `Link`; no slash at the end. */
  addressOf(named: Named): string;
}

function rawPath(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? '';
}

/** `/v2/{repo}/{image}/…`. */
export const atRoot: Mount = {
  token: '/v2/token',
  pathOf: (request) => rawPath(request).slice('/v2/'.length),
  nameOf: ({ repo, image }) => `${repo}/${image}`,
  fullName: (name) => name,
  addressOf: ({ repo, image }) => `/v2/${repo}/${image}`,
};

/**
 * `/artifactory/api/docker/{repo}/v2/{image}/…`, requested by a proxy for a host name that serves only this repository. Registry clients
 * know no other prefix than `/v2/`, and containerd and skopeo resolve no relative references: paths in answers begin with `/v2/`.
 */
export function atRepository(repo: string): Mount {
  const prefix = `/artifactory/api/docker/${repo}/v2/`;
  return {
    token: `${prefix}token`,
    pathOf: (request) => {
      const path = rawPath(request).split('/').slice(6).join('/');
      return path === '' || path === '_catalog' ? path : `${repo}/${path}`;
    },
    nameOf: ({ image }) => image,
    fullName: (name) => `${repo}/${name}`,
    addressOf: ({ image }) => `/v2/${image}`,
  };
}
