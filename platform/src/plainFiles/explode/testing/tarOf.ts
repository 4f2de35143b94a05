import { Header } from 'tar';

export interface TarSample {
  path: string;
  content?: string | Buffer;
  type?: 'File' | 'SymbolicLink';
}

/** Returns an uncompressed tar archive of the entries. */
export function tarOf(entries: readonly TarSample[]): Buffer {
  const blocks = entries.flatMap(({ path, content = '', type = 'File' }) => {
    const block = Buffer.alloc(512);
    const linkpath = type === 'SymbolicLink' ? 'elsewhere' : '';
    new Header({ path, size: content.length, type, linkpath, mode: 0o644 }).encode(block);
    return [block, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
