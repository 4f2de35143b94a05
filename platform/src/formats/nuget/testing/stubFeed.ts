import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { lowerVersion } from '../versions.ts';
import { nupkg, nuspecText, type SamplePackage } from './samples.ts';

export interface StubFeed {
  /** URL of its service index. */
  url: string;
  requests: string[];
  packages: SamplePackage[];
  /** Replacements for generated documents, by path. */
  documents: Map<string, unknown>;
  failing: boolean;
  stop(): Promise<void>;
}

/** A stub feed like nuget.org: compressed registrations with separate pages, and lowercase URLs. */
export async function stubFeed(): Promise<StubFeed> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', feed.url);
    feed.requests.push(`${pathname}${searchParams.size ? `?${searchParams}` : ''}`);
    if (feed.failing) return response.writeHead(500).end();
    const document = feed.documents.get(pathname) ?? made(pathname, searchParams);
    if (document === undefined) return response.writeHead(404).end();
    if (pathname.startsWith('/registration') && Buffer.isBuffer(document))
      response.setHeader('content-encoding', 'gzip');
    if (Buffer.isBuffer(document) || typeof document === 'string') return response.end(document);
    send(response, document, pathname.startsWith('/registration'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function made(path: string, search: URLSearchParams): unknown {
    if (path === '/v3/index.json') return serviceIndex(origin);
    const [, kind, id = '', version = '', file = ''] = path.split('/');
    const named = feed.packages.filter((each) => each.id.toLowerCase() === id);
    if (kind === 'flat' && version === 'index.json' && named.length)
      return { versions: named.map((each) => lowerVersion(each.version)) };
    const one = named.find((each) => lowerVersion(each.version) === version);
    if (kind === 'flat' && one) return file.endsWith('.nuspec') ? nuspecText(one) : nupkg(one);
    if (kind === 'registration' && version === 'index.json' && named.length)
      return { items: [{ '@id': `${origin}/registration/${id}/page.json`, count: named.length }] };
    if (kind === 'registration' && version === 'page.json')
      return { items: named.map((each) => leafOf(each)) };
    if (kind !== 'query') return undefined;
    const found = feed.packages.filter((each) => each.id.toLowerCase().includes(search.get('q') ?? ''));
    return {
      totalHits: found.length,
      data: found
        .slice(Number(search.get('skip')), Number(search.get('skip')) + Number(search.get('take')))
        .map((each) => ({
          id: each.id,
          version: each.version,
          description: 'theirs',
          versions: [{ version: each.version, downloads: 5 }],
          totalDownloads: 5,
        })),
    };
  }

  const feed: StubFeed = {
    url: `${origin}/v3/index.json`,
    requests: [],
    packages: [],
    documents: new Map(),
    failing: false,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return feed;
}

function serviceIndex(origin: string) {
  const types = {
    'PackageBaseAddress/3.0.0': '/flat/',
    'RegistrationsBaseUrl/3.6.0': '/registration/',
    RegistrationsBaseUrl: '/old/',
    SearchQueryService: '/query',
  };
  return {
    version: '3.0.0',
    resources: Object.entries(types).map(([type, path]) => ({ '@id': origin + path, '@type': type })),
  };
}

function leafOf({ id, version }: SamplePackage) {
  return {
    catalogEntry: {
      id,
      version,
      description: 'theirs',
      listed: true,
      published: '2024-01-01T00:00:00Z',
      tags: ['x'],
    },
    packageContent: 'elsewhere',
  };
}

function send(response: ServerResponse, document: unknown, packed: boolean): void {
  const text = JSON.stringify(document);
  response.setHeader('content-type', 'application/json');
  if (!packed) return void response.end(text);
  response.setHeader('content-encoding', 'gzip');
  response.end(gzipSync(text));
}
