import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zipOf } from '../../../archives/testing/zipOf.ts';
import { archive } from '../../npm/testing/samples.ts';

export interface SampleProject {
  name: string;
  version: string;
  /** Lines of the metadata in addition to name and version. */
  headers?: string[];
  /** Text after the headers. */
  readme?: string;
  /** Python modules by path. */
  files?: Record<string, string>;
}

export interface SampleFile {
  file: string;
  bytes: Buffer;
}

export function metadataOf({ name, version, headers = [], readme }: SampleProject): string {
  const lines = ['Metadata-Version: 2.1', `Name: ${name}`, `Version: ${version}`, ...headers];
  return `${lines.join('\n')}\n${readme === undefined ? '' : `\n${readme}`}`;
}

const escaped = (name: string) => name.replace(/[-_.]+/g, '_').toLowerCase();

/** Builds a wheel that pip can install. */
export function sampleWheel(project: SampleProject, tag = 'py3-none-any'): SampleFile {
  const { name, version, files = {} } = project;
  const stem = `${escaped(name)}-${version}`;
  const info = `${stem}.dist-info`;
  const content = [
    ...Object.entries(files),
    [`${info}/METADATA`, metadataOf(project)],
    [`${info}/WHEEL`, `Wheel-Version: 1.0\nGenerator: by hand\nRoot-Is-Purelib: true\nTag: ${tag}\n`],
  ].map(([path = '', text = '']) => ({ path, content: text }));
  const record = [
    ...content.map(({ path, content: text }) => {
      const hash = createHash('sha256').update(text).digest('base64url');
      return `${path},sha256=${hash},${Buffer.byteLength(text)}`;
    }),
    `${info}/RECORD,,`,
  ];
  const bytes = zipOf([...content, { path: `${info}/RECORD`, content: `${record.join('\n')}\n` }]);
  return { file: `${stem}-${tag}.whl`, bytes };
}

/** Builds a source distribution with a `setup.py`. */
export async function sampleSource(project: SampleProject): Promise<SampleFile> {
  const { name, version, files = {} } = project;
  const stem = `${escaped(name)}-${version}`;
  const modules = Object.keys(files).map((path) => path.replace(/\.py$/, ''));
  const setup = `from setuptools import setup\nsetup(name=${JSON.stringify(name)}, version=${JSON.stringify(version)}, py_modules=${JSON.stringify(modules)})\n`;
  const entries = Object.entries({ 'PKG-INFO': metadataOf(project), 'setup.py': setup, ...files });
  const bytes = gzipSync(await archive(entries.map(([path, text]) => [`${stem}/${path}`, text])));
  return { file: `${stem}.tar.gz`, bytes };
}

export interface FormOptions {
  /** Overrides for the fields derived from the file; undefined omits a field. */
  fields?: Record<string, string | undefined>;
  contentFirst?: boolean;
}

/** Builds the form of an upload. */
export function uploadForm(
  { name, version }: Pick<SampleProject, 'name' | 'version'>,
  { file, bytes }: SampleFile,
  { fields = {}, contentFirst = false }: FormOptions = {},
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'a-boundary-of-the-tests';
  const kind = file.endsWith('.whl') ? 'bdist_wheel' : file.endsWith('.egg') ? 'bdist_egg' : 'sdist';
  const all: Record<string, string | undefined> = {
    ':action': 'file_upload',
    protocol_version: '1',
    metadata_version: '2.1',
    name,
    version,
    filetype: kind,
    pyversion: kind === 'sdist' ? 'source' : 'py3',
    sha256_digest: createHash('sha256').update(bytes).digest('hex'),
    md5_digest: createHash('md5').update(bytes).digest('hex'),
    ...fields,
  };
  const parts = Object.entries(all).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)],
  );
  const content = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="content"; filename="${file}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const ordered = contentFirst ? [content, ...parts] : [...parts, content];
  return {
    payload: Buffer.concat([...ordered, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
