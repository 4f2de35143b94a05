import type { FastifyRequest } from 'fastify';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { lowerVersion } from './versions.ts';

export const prefix = '/artifactory/api/nuget/v3';

/** A set of registrations. Clients without support for Semantic Versioning 2 use a separate one. */
export type Hive = 'registration' | 'registration-semver2';

/** The URLs of a repository's services, as the client reached the server. */
export class Addresses {
  readonly base: string;

  constructor(request: FastifyRequest, repo: string) {
    this.base = `${ownOrigin(request)}${prefix}/${repo}`;
  }

  registration(hive: Hive, id: string): string {
    return `${this.base}/${hive}/${id.toLowerCase()}/index.json`;
  }

  page(hive: Hive, id: string, lower: string, upper: string): string {
    return `${this.base}/${hive}/${id.toLowerCase()}/page/${lowerVersion(lower)}/${lowerVersion(upper)}.json`;
  }

  leaf(hive: Hive, id: string, version: string): string {
    return `${this.base}/${hive}/${id.toLowerCase()}/${lowerVersion(version)}.json`;
  }

  content(id: string, version: string): string {
    const [lower, normal] = [id.toLowerCase(), lowerVersion(version)];
    return `${this.base}/flatcontainer/${lower}/${normal}/${lower}.${normal}.nupkg`;
  }
}
