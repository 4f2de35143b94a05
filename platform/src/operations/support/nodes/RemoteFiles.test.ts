import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { HttpError } from '../../../errors/HttpError.ts';
import type { BundleContext, BundleFile } from '../BundlePart.ts';
import { RemoteFiles } from './RemoteFiles.ts';

const context: BundleContext = {
  ...{ service: 'artifactory', parameters: {}, signal: new AbortController().signal },
  leaveOut: () => undefined,
};
const paths = ['logs/rotated.log', 'logs/request.log', 'errors.json'];
const list = JSON.stringify({ files: paths.map((path) => ({ path, about: 'A file' })), left_out: [] });

/** A node whose response to a request for a file is that of `content`. */
function remote(content: (path: string) => { status: number; text: string }) {
  const requested: string[] = [];
  const request = async (_id: string, url: string) => {
    const path = new URL(url, 'http://node').searchParams.get('path');
    if (path !== null) requested.push(path);
    const { status, text } = path === null ? { status: 200, text: list } : content(path);
    const body = Readable.from([Buffer.from(text)]);
    return { status, headers: {}, url, body, bytes: async () => Buffer.from(text), discard: () => undefined };
  };
  return { files: new RemoteFiles({ request }), requested };
}

async function read({ content }: BundleFile): Promise<string> {
  let text = '';
  try {
    for await (const piece of content() as AsyncIterable<string>) text += piece;
  } catch (error) {
    return `error: ${(error as Error).message}`;
  }
  return text;
}

it('reads the other files of a node if one has been rotated away', async () => {
  const { files } = remote((path) =>
    path === paths[0] ? { status: 404, text: '{}' } : { status: 200, text: `of ${path}\nżółw` },
  );
  const node = { id: 'node-b' };
  const [rotated, log] = await files.list(node, context);
  expect(await read(rotated as BundleFile)).toBe('error: Node node-b returned 404');
  expect(await read(log as BundleFile)).toBe('of logs/request.log\nżółw');
  expect(node).toEqual({ id: 'node-b' });
});

it('requests nothing more from a node that stopped responding, and reports it', async () => {
  const { files, requested } = remote(() => {
    throw new HttpError(502, 'NODE_UNREACHABLE', 'Node node-b is not reachable');
  });
  const node = { id: 'node-b' };
  for (const file of await files.list(node, context))
    expect(await read(file)).toBe('error: Node node-b is not reachable');
  expect(requested).toEqual([paths[0]]);
  expect(node).toEqual({ id: 'node-b', error: 'Node node-b is not reachable' });
});
