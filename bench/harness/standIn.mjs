import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { pack } from './packages.mjs';

/**
 * Starts a registry on loopback with generated packages, in place of the registry of a direct
 * install. It responds from memory after `latency` ms, with gzip like public registries. `roots`
 * are the dependencies of a project, `count` is the number of packages.
 */
export async function startStandIn({ count = 500, latency = 15 } = {}) {
  const random = generator(7);
  const names = Array.from({ length: count }, (_, index) => `tree-${String(index).padStart(3, '0')}`);
  const packuments = new Map();
  const tarballs = new Map();
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  for (const [index, name] of names.entries()) await make(index, name);

  /** Creates 30 versions; the newest has a tarball of 2 to 200 KB, mostly small. */
  async function make(index, name) {
    const dependencies = {};
    for (let link = 0; link < 3 && index + 1 < count; link += 1) {
      const target = Math.min(count - 1, index + 1 + Math.floor(random() ** 2 * 60));
      dependencies[names[target]] = '^1.0.0';
    }
    const newest = {
      name,
      version: '1.29.0',
      description: `Part ${index} of a tree`,
      license: 'MIT',
      dependencies,
    };
    const bytes = Math.round(2000 * 100 ** (random() ** 2));
    const tarball = await pack(newest, { bytes });
    const path = `/${name}/-/${name}-1.29.0.tgz`;
    tarballs.set(path, tarball);
    const versions = {};
    for (let minor = 0; minor < 30; minor += 1) {
      const version = `1.${minor}.0`;
      const sum = minor === 29 ? tarball : Buffer.from(`${name}@${version}`);
      versions[version] = {
        ...newest,
        version,
        main: 'index.js',
        repository: { type: 'git', url: `git+https://example.test/${name}.git` },
        dist: {
          tarball: `${origin}/${name}/-/${name}-${version}.tgz`,
          shasum: createHash('sha1').update(sum).digest('hex'),
          integrity: `sha512-${createHash('sha512').update(sum).digest('base64')}`,
        },
      };
    }
    const time = Object.fromEntries(
      Object.keys(versions).map((version) => [version, '2024-01-01T00:00:00.000Z']),
    );
    const text = JSON.stringify({ _id: name, name, 'dist-tags': { latest: '1.29.0' }, versions, time });
    packuments.set(`/${name}`, {
      plain: Buffer.from(text),
      gzip: gzipSync(text),
      etag: `"${createHash('sha1').update(text).digest('hex')}"`,
    });
  }

  async function answer(request, response) {
    await delay(latency);
    const packument = packuments.get(request.url);
    const tarball = tarballs.get(request.url);
    if (tarball)
      return response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': tarball.length })
        .end(tarball);
    if (!packument)
      return response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    const headers = { etag: packument.etag, 'content-type': 'application/json', vary: 'accept-encoding' };
    if (request.headers['if-none-match'] === packument.etag) return response.writeHead(304, headers).end();
    const gzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    const body = gzip ? packument.gzip : packument.plain;
    return response
      .writeHead(200, {
        ...headers,
        ...(gzip ? { 'content-encoding': 'gzip' } : {}),
        'content-length': body.length,
      })
      .end(body);
  }

  return {
    url: `${origin}/`,
    count,
    roots: Object.fromEntries(names.slice(0, 40).map((name) => [name, '^1.0.0'])),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

/** Generates numbers from 0 to 1, the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
