import { ArchiveContents, FilePreview } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { currentPlatform } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import { checkPath } from '../../files/paths.ts';
import { rejectExecution, untrustedContentHeaders } from '../../files/sendFile.ts';
import { readStoredFile } from '../../files/storedFile.ts';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import type { Contents } from './ContentsReader.ts';
import { maxEntry, previewOf, previewOfBlob, safeType, smallBlob } from './preview.ts';

const stored = {
  repoKey: Type.String({ maxLength: 128 }),
  path: Type.String({ maxLength: 4000, description: 'Path of the archive in the repository.' }),
};
const entry = Type.Optional(
  Type.String({
    maxLength: 2048,
    description: 'Path of the file in the archive. Absent: the stored file itself, which need not be one.',
  }),
);
const errors = { 400: ['BAD_ARCHIVE'], 404: ['NOT_FOUND'], 503: ['BUSY'] };
const contentErrors = { ...errors, 413: ['TOO_LARGE'] };
/** Files in one response. */
const maxFiles = 20_000;
/**
 * Characters of their paths: an archive can have long paths only to fill the memory of a browser.
 */
const maxPaths = 4_000_000;

/** Files within a stored archive that the caller can read. */
export async function contentRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Archives', access: byPermission });

  api.get(
    '/ui/api/v1/ui/contents',
    {
      schema: {
        summary: 'Lists the files within a stored archive.',
        querystring: Type.Object(stored),
        response: { 200: ArchiveContents },
      },
      config: { errors },
    },
    async (request) => {
      const contents = await currentPlatform().insight.contents.list(await archiveOf(request));
      const files = listed(contents);
      return { files, truncated: files.length < contents.files.size, fault: contents.fault ?? null };
    },
  );

  api.get(
    '/ui/api/v1/ui/contents/preview',
    {
      schema: {
        summary: 'Returns the text of a stored file or of one within a stored archive, or what it is.',
        querystring: Type.Object({ ...stored, entry }),
        response: { 200: FilePreview },
      },
      config: { errors: contentErrors },
    },
    async (request, reply) => {
      const { entry } = request.query;
      const archive = await archiveOf(request);
      if (entry === undefined) return previewOfBlob(archive);
      const { files } = await currentPlatform().insight.contents.list(archive);
      const size = files.get(entry)?.size ?? 0;
      if (size > maxEntry) return { state: 'tooLarge' as const, text: '' };
      return previewOf(await contentOf(archive, entry, goneOf(reply)));
    },
  );

  api.get(
    '/ui/api/v1/ui/contents/file',
    {
      schema: {
        summary: 'Returns a stored file or one within a stored archive, as an attachment.',
        querystring: Type.Object({ ...stored, entry }),
        response: { 200: file('application/octet-stream', 'The file, up to 32 MiB.') },
      },
      config: { errors: { ...contentErrors, 403: ['NOT_RUNNABLE'] } },
    },
    async (request, reply) => {
      rejectExecution(request);
      const { entry } = request.query;
      const archive = await archiveOf(request);
      const content = await contentOf(archive, entry, goneOf(reply));
      return reply
        .headers({
          ...untrustedContentHeaders({ path: entry ?? archive.path, mimeType: safeType(content) }),
          'cache-control': 'no-store',
        })
        .send(content);
    },
  );
}

function listed({ files }: Contents): ArchiveContents['files'] {
  const found: ArchiveContents['files'] = [];
  let length = 0;
  for (const [path, { size, sha256 }] of files) {
    length += path.length;
    if (found.length === maxFiles || length > maxPaths) break;
    found.push({ path, size, sha256: sha256 ?? null });
  }
  return found;
}

async function archiveOf(request: FastifyRequest): Promise<FileRow> {
  const { repoKey, path } = request.query as { repoKey: string; path: string };
  return readStoredFile(
    callerOf(request),
    await requireRepository(repoKey),
    checkPath(path.replace(/^\//, '')),
  );
}

/** Aborts when the client disconnects, so that no archive is read in vain. */
function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const reason = new HttpError(503, 'BUSY', 'The archive was not read, because the client disconnected');
  reply.raw.once('close', () => reply.raw.writableFinished || gone.abort(reason));
  return gone.signal;
}

async function contentOf(archive: FileRow, entry: string | undefined, gone: AbortSignal): Promise<Buffer> {
  if (entry === undefined) {
    const whole = await smallBlob(archive);
    if (whole) return whole;
    const limit = `${maxEntry / 1024 ** 2} MiB`;
    throw new HttpError(
      413,
      'TOO_LARGE',
      `File ${archive.path} is larger than ${limit}. Download it with GET /artifactory/{repository}/{path}`,
    );
  }
  const content = await currentPlatform().insight.contents.entry(archive, entry, maxEntry, gone);
  if (content) return content;
  throw new HttpError(404, 'NOT_FOUND', `File ${entry.slice(0, 300)} not found in ${archive.path}`);
}
