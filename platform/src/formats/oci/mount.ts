import type { FastifyRequest } from 'fastify';
import type { Named } from './dockerPath.ts';

/**
 * A URL prefix under which the protocol is served: for all repositories, with the repository as the
 * first part of names, or for a single one.
 */
export interface Mount {
  /** Path of the token service on this host. */
  token: string;
  /** The path after `/v2/`; in both cases the repository comes before the image. */
  pathOf(request: FastifyRequest): string;
  /** The name used by the client. */
  nameOf(named: Named): string;
  /** A client's name with the repository. */
  fullName(name: string): string;
  /**
   * The path of an image on the client's host name, for `Location` and `Link`, without a trailing
   * slash.
   */
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
 * `/artifactory/api/docker/{repo}/v2/{image}/…`, requested by a proxy for a host name that serves
 * only this repository. Registry clients support no prefix other than `/v2/`, and containerd and
 * skopeo resolve no relative references, so paths in responses start with `/v2/`.
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
