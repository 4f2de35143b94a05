import type { Readable } from 'node:stream';
import type { TreePlace } from '@lading/contract/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';
import yazl from 'yazl';
import { callerOf } from '../../access/gateway.ts';
import { countDownload } from '../../files/downloads.ts';
import { fileNameOf } from '../../files/paths.ts';
import { rejectExecution, untrustedContentHeaders } from '../../files/sendFile.ts';
import { nothingAt } from '../../files/tree/locate.ts';
import { blobs } from '../../storage/storage.ts';
import { type ChosenFile, chosenFiles, maxFiles, tooMany } from './chosenFiles.ts';

/**
 * Streams the files as one uncompressed ZIP archive: repository content is mostly compressed
 * already.
 */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  nodes: readonly TreePlace[],
): Promise<FastifyReply> {
  rejectExecution(request);
  const caller = callerOf(request);
  const start = startOf(nodes);
  const entries: { name: string; file: ChosenFile }[] = [];
  for (const node of nodes) {
    const files = await chosenFiles(caller, node);
    if (files.length === 0) throw nothingAt(node.repoKey, node.path);
    for (const file of files) entries.push({ name: `${node.repoKey}/${file.path}`.slice(start), file });
    if (entries.length > maxFiles) throw tooMany();
  }
  const archive = new yazl.ZipFile();
  let open: Readable | undefined;
  let gone = false;
  for (const { name, file } of entries) {
    const options = { mtime: new Date(file.modified), size: file.size, compress: false };
    archive.addReadStreamLazy(safe(name), options, (give) => {
      const opened = gone
        ? Promise.reject(new Error('the client closed the connection'))
        : blobs().open(file.sha256);
      opened.then(
        (content) => {
          // The connection was closed while the file was opened.
          if (gone) content.destroy();
          open = content;
          countDownload(file.repo, file.path);
          give(null, content);
        },
        (error: Error) => give(error, undefined as never),
      );
    });
  }
  archive.end();
  const output = archive.outputStream as Readable;
  // Abort the response so that an incomplete archive is detected. A client disconnect is no error.
  archive.on('error', (error) => output.destroy(error as Error));
  output.on('error', (error) => {
    if (!gone) request.log.warn({ err: error }, 'an archive download was aborted');
  });
  reply.raw.on('close', () => {
    gone = true;
    open?.destroy();
  });
  reply.headers(untrustedContentHeaders({ path: `${archiveName(nodes)}.zip`, mimeType: 'application/zip' }));
  return reply.send(output);
}

/** Returns the offset of archive paths: they start below the common parent folder. */
function startOf(nodes: readonly TreePlace[]): number {
  const folders = nodes.map(({ repoKey, path }) => `${repoKey}/${path}`.split('/').slice(0, -1));
  const [first = []] = folders;
  const end = first.findIndex((part, at) => folders.some((other) => other[at] !== part));
  const common = end < 0 ? first : first.slice(0, end);
  return common.length === 0 ? 0 : common.join('/').length + 1;
}

function archiveName(nodes: readonly TreePlace[]): string {
  const [only, ...others] = nodes;
  if (only && others.length === 0) return fileNameOf(only.path);
  const repositories = new Set(nodes.map(({ repoKey }) => repoKey));
  return only && repositories.size === 1 ? only.repoKey : 'artifacts';
}

/** Escapes `c:` at the beginning, which is a drive on some systems. */
function safe(name: string): string {
  return name.replace(/^([a-z]):/i, '$1_');
}
