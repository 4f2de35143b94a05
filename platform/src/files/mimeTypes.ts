import { fileNameOf } from './paths.ts';

const byExtension: Readonly<Record<string, string>> = {
  '7z': 'application/x-7z-compressed',
  apk: 'application/vnd.android.package-archive',
  bz2: 'application/x-bzip2',
  crate: 'application/gzip',
  css: 'text/css',
  csv: 'text/csv',
  deb: 'application/vnd.debian.binary-package',
  exe: 'application/vnd.microsoft.portable-executable',
  gem: 'application/x-tar',
  gif: 'image/gif',
  gz: 'application/gzip',
  html: 'text/html',
  jar: 'application/java-archive',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  nupkg: 'application/zip',
  pdf: 'application/pdf',
  png: 'image/png',
  pom: 'application/xml',
  rpm: 'application/x-rpm',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tgz: 'application/gzip',
  txt: 'text/plain',
  wasm: 'application/wasm',
  webp: 'image/webp',
  whl: 'application/zip',
  war: 'application/java-archive',
  xml: 'application/xml',
  xz: 'application/x-xz',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
  zst: 'application/zstd',
};

/** Returns the MIME type for a file extension, or that of binary data if unknown. */
export function mimeTypeOf(path: string): string {
  const name = fileNameOf(path).toLowerCase();
  return byExtension[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
