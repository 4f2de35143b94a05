import type { FastifyInstance } from 'fastify';
import { currentPlatform, withStorage } from '../../../database/db.ts';
import { hostRegistry } from '../../../outgoing/hostNpmConfig.ts';
import type { OutgoingRequest, OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import { listRepositories, type Repository } from '../../../repositories/repositories.ts';
import { requestUpstream } from '../../../repositories/upstream/requestUpstream.ts';
import { UpstreamError, upstreamError } from '../../../repositories/upstream/UpstreamError.ts';

export interface Host {
  /** Returns the registry URL from the settings, or else from the npm configuration of the host. */
  registry?: () => Promise<string>;
}

/**
 * Delay in milliseconds. Running npm takes half a second on two cores, so it runs neither during
 * startup nor during the first request.
 */
const startDelayMs = 3_000;

/**
 * Configures the default registry for remote repositories of this storage: from the settings, or
 * else from the npm configuration of the host.
 */
export function installHostRegistry(app: FastifyInstance): void {
  const { platform } = app;
  const { npmUpstream } = platform.settings;
  let known: Promise<string> | undefined =
    npmUpstream === undefined ? undefined : Promise.resolve(npmUpstream);
  const registry = () => {
    known ??= hostRegistry().catch((error: unknown) => {
      known = undefined;
      app.log.error({ err: error }, 'Failed to read the registry from the npm configuration of the server');
      throw error;
    });
    return known;
  };
  platform.formats.npm.host.registry = registry;
  let timer: NodeJS.Timeout | undefined;
  // Errors are logged; the next use retries.
  app.addHook('onListen', async () => {
    const ask = async () => {
      if (await withStorage(platform.storage, isNeeded)) await registry();
    };
    timer = setTimeout(() => void ask().catch(() => undefined), startDelayMs).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

/** Whether a repository has no upstream URL. */
async function isNeeded(): Promise<boolean> {
  const remotes = await listRepositories({ type: 'remote', packageType: 'npm' });
  return remotes.some(({ url }) => url === undefined);
}

/** The URL of the upstream, with a trailing slash. */
export async function upstreamAddress(repository: Repository): Promise<string> {
  const address = repository.url ?? (await currentPlatform().formats.npm.host.registry?.());
  if (address === undefined) {
    throw new UpstreamError(502, 'UPSTREAM_FAILED', `${repository.key} has no upstream configured`);
  }
  return address.endsWith('/') ? address : `${address}/`;
}

/** Requests a path below the upstream's URL, or an absolute URL. Throws `UpstreamError`. */
export async function askUpstream(
  repository: Repository,
  path: string,
  request: OutgoingRequest = {},
): Promise<OutgoingResponse> {
  const base = await hostAddress(repository);
  const url = new URL(path, base);
  // The machine's administrator can select a registry in a private network; a repository's
  // administrator cannot.
  const trusted = repository.url === undefined && url.origin === new URL(base).origin;
  return requestUpstream(repository, url, request, trusted);
}

/** Throws `UpstreamError`, also if the host's npm configuration cannot be read. */
async function hostAddress(repository: Repository): Promise<string> {
  try {
    return await upstreamAddress(repository);
  } catch (error) {
    throw upstreamError(error, repository);
  }
}

/** The path of a package below a registry's URL. */
export function packagePath(name: string): string {
  return name.replace('/', '%2f');
}
