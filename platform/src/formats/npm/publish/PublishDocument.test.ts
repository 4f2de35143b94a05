import { describe, expect, it } from 'vitest';
import { PublishDocument } from './PublishDocument.ts';

async function read(text: string | Buffer, pieceSize = Number.POSITIVE_INFINITY) {
  const whole = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < whole.length; at += pieceSize) yield whole.subarray(at, at + pieceSize);
  }
  const document = new PublishDocument(pieces());
  const tarballs: [string, Buffer][] = [];
  for await (const { file, bytes } of document.tarballs()) {
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    tarballs.push([file, Buffer.concat(parts)]);
  }
  return { tarballs, rest: document.rest() };
}

const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) % 256));

function sample(data: string, extra: object = {}) {
  return JSON.stringify({
    name: 'a',
    readme: 'a "quoted" \\ text with {braces} and _attachments: {"a-1.0.0.tgz":{"data":"AAAA"}} ✓',
    versions: { '1.0.0': { _attachments: { 'x.tgz': { data: 'kept' } } } },
    list: [{ _attachments: { 'x.tgz': { data: 'kept' } } }],
    _attachments: { 'a-1.0.0.tgz': { content_type: 'application/octet-stream', data, length: bytes.length } },
    ...extra,
  });
}

describe('PublishDocument', () => {
  it.each([1, 2, 3, 5, 64, 1000, 100_000])(
    'hands on the tarball and keeps the rest, in pieces of %i bytes',
    async (size) => {
      for (const length of [1000, 999, 998, 0]) {
        const part = bytes.subarray(0, length);
        const text = sample(part.toString('base64'));
        const { tarballs, rest } = await read(text, size);
        expect(tarballs).toEqual([['a-1.0.0.tgz', part]]);
        expect(rest).toEqual(JSON.parse(sample('')));
      }
    },
  );

  it('reads keys and slashes that are escaped', async () => {
    const text = sample(bytes.toString('base64')).replace(
      '"_attachments":{"a-1',
      '"\\u005fattachments":{"a-1',
    );
    const escaped = text.replace(bytes.toString('base64'), bytes.toString('base64').replaceAll('/', '\\/'));
    for (const size of [1, 7, 100_000])
      expect((await read(escaped, size)).tarballs).toEqual([['a-1.0.0.tgz', bytes]]);
  });

  it('leaves attachments that are no tarball in the document', async () => {
    const { tarballs, rest } = await read('{"_attachments":{"a-1.0.0.sigstore":{"data":"{\\"x\\":1}"}}}');
    expect(tarballs).toEqual([]);
    expect(rest).toEqual({ _attachments: { 'a-1.0.0.sigstore': { data: '{"x":1}' } } });
  });

  it.each([
    ['', 'not valid JSON'],
    ['{', 'not valid JSON'],
    ['[]', 'not a JSON object'],
    ['{"_attachments":{"a.tgz":{"data":"AAAA', 'ends within'],
    ['{"_attachments":{"a.tgz":{"data":"AA=A"}}}', 'not base64'],
    ['{"_attachments":{"a.tgz":{"data":"AA==AAAA"}}}', 'not base64'],
    ['{"_attachments":{"a.tgz":{"data":"A"}}}', 'not base64'],
    ['{"_attachments":{"a.tgz":{"data":"AA A"}}}', 'not base64'],
    ['{"_attachments":{"a.tgz":{"data":"AA\\nAA"}}}', 'not base64'],
    ['{"_attachments":{"a.tgz":{"data":"\\u0041AAA"}}}', 'not base64'],
    ['{"a\\x":1}', 'not a JSON string'],
    [`${'['.repeat(600)}`, 'nested deeper'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not valid JSON'],
  ])('refuses %s', async (text, message) => {
    for (const size of [1, 3, 100_000]) {
      await expect(read(text, size)).rejects.toThrow(
        expect.objectContaining({ status: 400, message: expect.stringContaining(message) }),
      );
    }
  });

  it('rejects a document that is too large without its tarball', async () => {
    await expect(read(JSON.stringify({ readme: 'x'.repeat(11 * 1024 * 1024) }), 65_536)).rejects.toThrow(
      expect.objectContaining({ status: 413 }),
    );
  });
});
