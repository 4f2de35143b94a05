import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../../access/gateway.ts';
import { bytesOf } from '../../../http/wholeBody.ts';
import { publish } from '../../../pipeline/publish.ts';
import { receive, small } from '../../../pipeline/receive.ts';
import { publishTarget } from '../../../repositories/publishTarget.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { findVersion } from '../crateVersions.ts';
import { publicationOf } from '../indexCrate.ts';
import { permissionPath } from '../names.ts';
import { exists } from './admitCrate.ts';
import { type CrateContents, expressionOf, readCrate } from './readCrate.ts';
import { readFrames } from './readFrames.ts';
import { type PublishedCrate, readMetadata } from './readMetadata.ts';

const maxCrateBytes = 512 * 1024 ** 2;

/**
 * Accepts a crate from `cargo publish`.
 *
 * ```text
 * PUT /artifactory/api/cargo/{repo}/api/v1/crates/new
 *     u32 LE: length of the JSON, {"name": "kite", "vers": "1.0.0", "deps": [], "features": {}, …},
 *     u32 LE: length of the crate, kite-1.0.0.crate
 * 200 {"warnings": {"invalid_categories": [], "invalid_badges": [], "other": []}}
 * 409 where the version exists, or another crate has the name in another spelling
 * ```
 *
 * https://doc.rust-lang.org/cargo/reference/registry-web-api.html#publish
 */
export async function answerPublish(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
): Promise<FastifyReply> {
  const caller = callerOf(request);
  const frames = await readFrames(bytesOf(request), maxCrateBytes);
  const published = readMetadata(frames.metadata);
  const { name, vers } = published.entry;
  const target = await publishTarget(caller, repository, 'deploy', permissionPath(name));
  // Reports the conflict before a large file is received. For a small file, storing it reports the
  // conflict just as early.
  if (frames.size > small && (await findVersion(target.key, name, vers)))
    throw exists(target.key, name, vers);
  const received = await receive(frames.bytes, maxCrateBytes);
  await publish(received, async (bytes) => {
    const contents = merged(published, await readCrate(bytes, name, vers));
    const entry = { ...published.entry, cksum: received.blob.sha256 };
    return publicationOf(target.key, { entry, contents }, caller.userName);
  });
  return reply.send({ warnings: { invalid_categories: [], invalid_badges: [], other: [] } });
}

/**
 * The manifest in the file takes precedence, because it is what is installed; the request fills the
 * gaps.
 */
function merged(
  { description, readme, license, keywords }: PublishedCrate,
  contents: CrateContents,
): CrateContents {
  return {
    ...(description === undefined ? {} : { description }),
    ...(readme === undefined ? {} : { readme }),
    ...(license === undefined ? {} : { license: expressionOf(license) }),
    ...contents,
    keywords: contents.keywords.length > 0 ? contents.keywords : keywords,
  };
}
