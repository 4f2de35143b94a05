import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';
import { findFile } from '../../files/files.ts';
import { sendFile } from '../../files/sendFile.ts';
import { sendArriving } from '../../plainFiles/remote/sendArriving.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { findVersion } from './crateVersions.ts';
import { isCrateName, isCrateVersion } from './names.ts';
import { sourcesOf } from './sources.ts';
import { upstreamCrate } from './upstream/upstreamCrate.ts';

/**
 * Sends the file of a crate. A virtual repository uses its first upstream that has the file.
 *
 * ```text
 * GET /artifactory/api/cargo/{repo}/api/v1/crates/kite/1.0.0/download
 * 200 the bytes of kite-1.0.0.crate
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-index.html#index-configuration
 */
export async function answerDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { name, version }: { name: string; version: string },
): Promise<FastifyReply> {
  const missing = new HttpError(
    404,
    'NOT_FOUND',
    `Crate ${shown(`${name} ${version}`)} not found in ${repository.key}`,
  );
  if (!isCrateName(name) || !isCrateVersion(version)) throw missing;
  const sources = await sourcesOf(callerOf(request), repository, name);
  for (const { key } of sources.locals) {
    const found = await findVersion(key, name, version);
    const file = found?.version === version ? await findFile(key, found.path) : undefined;
    if (file) return sendFile(request, reply, file);
  }
  let failure: UpstreamError | undefined;
  for (const remote of sources.remotes) {
    try {
      const found = await upstreamCrate(remote, name, version);
      if (found)
        return 'stored' in found ? sendArriving(request, reply, found) : sendFile(request, reply, found);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  throw failure ?? missing;
}
