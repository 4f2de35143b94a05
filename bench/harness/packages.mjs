import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { tool } from './tools.mjs';

/** Packs a tarball like npm: about `bytes` of incompressible content, plus manifest and readme. */
export async function pack(manifest, { readme = `# ${manifest.name}\n`, bytes = 1000, files = {} } = {}) {
  const archive = tool('tar-stream').pack();
  const add = (path, content) => archive.entry({ name: `package/${path}` }, content);
  add('package.json', JSON.stringify(manifest, undefined, 2));
  add('README.md', readme);
  for (const [path, content] of Object.entries(files)) add(path, content);
  if (bytes > 0) add('content.bin', randomBytes(bytes));
  archive.finalize();
  const chunks = [];
  for await (const chunk of archive) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks), { level: 1 });
}

/** Returns the document that `npm publish` sends for one version. */
function publishDocument(manifest, tarball, { registry, readme = `# ${manifest.name}\n`, tag = 'latest' }) {
  const file = `${manifest.name}-${manifest.version}.tgz`;
  return {
    _id: manifest.name,
    name: manifest.name,
    description: manifest.description,
    'dist-tags': { [tag]: manifest.version },
    versions: {
      [manifest.version]: {
        ...manifest,
        readme,
        _id: `${manifest.name}@${manifest.version}`,
        dist: {
          integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
          shasum: createHash('sha1').update(tarball).digest('hex'),
          tarball: `${registry}${manifest.name}/-/${file}`,
        },
      },
    },
    access: null,
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: tarball.toString('base64'),
        length: tarball.length,
      },
    },
  };
}

/** Publishes one version over HTTP like npm; throws when it is rejected. */
export async function publish(npm, manifest, options = {}) {
  const tarball = options.tarball ?? (await pack(manifest, options));
  await put(npm, manifest.name, publishBody(manifest, tarball, npm.url, options));
}

export const publishBody = (manifest, tarball, registry, options = {}) =>
  JSON.stringify(publishDocument(manifest, tarball, { registry, ...options }));

/** Sends a publish document. */
async function put({ url, authorization, fetch: send }, name, body) {
  const response = await send(`${url}${name.replace('/', '%2f')}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json', 'npm-command': 'publish' },
    body,
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`publish of ${name} was refused: ${response.status} ${text.slice(0, 500)}`);
}
