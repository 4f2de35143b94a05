import type { FastifyInstance } from 'fastify';
import { currentPlatform, withStorage } from '../../../database/db.ts';
import { hostRegistry } from '../../../outgoing/hostNpmConfig.ts';
import type { OutgoingRequest, OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import { listRepositories, type Repository } from '../../../repositories/repositories.ts';
import { requestUpstream } from '../../../repositories/upstream/requestUpstream.ts';
import { UpstreamError, upstreamError } from '../../../repositories/upstream/UpstreamError.ts';

export interface Host {
  /** Returns the URL of the registry that the settings, or else the host's npm, name. */
  registry?: () => Promise<string>;
}

/** Asking npm takes half a second of both cores: not while the server starts, and not when the first package is asked for. */
const askAfter = 3_000;

/** Lets remote repositories of this storage ask the registry that the settings, or else the host's npm, name. */
export function installHostRegistry(app: FastifyInstance): void {
  const { platform } = app;
  const { npmUpstream } = platform.settings;
  let known: Promise<string> | undefined =
    npmUpstream === undefined ? undefined : Promise.resolve(npmUpstream);
  const registry = () => {
    known ??= hostRegistry().catch((error: unknown) => {
      known = undefined;
      app.log.error({ err: error }, 'failed to read the registry that npm on the server is configured with');
      throw error;
    });
    return known;
  };
  platform.formats.npm.host.registry = registry;
  let timer: NodeJS.Timeout | undefined;
  // What goes wrong is logged, and asked again when it is needed.
  app.addHook('onListen', async () => {
    const ask = async () => {
      if (await withStorage(platform.storage, isNeeded)) await registry();
    };
    timer = setTimeout(() => void ask().catch(() => undefined), askAfter).unref();
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

/** Whether some repository has no upstream of its own. */
async function isNeeded(): Promise<boolean> {
  const remotes = await listRepositories({ type: 'remote', packageType: 'npm' });
  return remotes.some(({ url }) => url === undefined);
}

/** The address of the upstream, with a slash at the end. */
export async function upstreamAddress(repository: Repository): Promise<string> {
  const address = repository.url ?? (await currentPlatform().formats.npm.host.registry?.());
  if (address === undefined) {
    throw new UpstreamError(502, 'UPSTREAM_FAILED', `${repository.key} has no upstream configured`);
  }
  return address.endsWith('/') ? address : `${address}/`;
}

/** Asks the upstream, by a path below its address or by an address of its own; throws `UpstreamError`. */
export async function askUpstream(
  repository: Repository,
  path: string,
  request: OutgoingRequest = {},
): Promise<OutgoingResponse> {
  const base = await hostAddress(repository);
  const url = new URL(path, base);
  // Who configures the machine may point it at a registry of its own network; who configures a repository may not.
  const trusted = repository.url === undefined && url.origin === new URL(base).origin;
  return requestUpstream(repository, url, request, trusted);
}

/** Throws `UpstreamError`, also where the host's npm cannot be asked. */
async function hostAddress(repository: Repository): Promise<string> {
  try {
    return await upstreamAddress(repository);
  } catch (error) {
    throw upstreamError(error, repository);
  }
}

/** Of a package below a registry's address. */
export function packagePath(name: string): string {
  return name.replace('/', '%2f');
}
