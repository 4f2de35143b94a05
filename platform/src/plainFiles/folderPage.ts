import type { NativeListing } from '@lading/contract/rest';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { maxPageSize } from '../files/tree/browse.ts';
import { nativeListing } from '../files/tree/listing.ts';
import { escapeXml } from '../xml/readXml.ts';

/** Maximum entries of a folder, to limit the page to a few megabytes. */
const maxEntries = 100_000;
/**
 * Allows links, unlike a sandbox: the page is generated, and only the names in it are untrusted.
 */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Entry = NativeListing['data'][number];

/**
 * Sends a folder as an HTML index with links, like web servers do for browsers and crawling tools.
 * Lists only visible entries, folders with a trailing slash. Throws `HttpError` 404 for a missing
 * path, 401 or 403 without read permission.
 */
export async function sendFolder(
  reply: FastifyReply,
  caller: Caller,
  repo: string,
  path: string,
): Promise<FastifyReply> {
  const entries: Entry[] = [];
  let next: string | undefined;
  do {
    const page = await nativeListing(caller, repo, path, { limit: maxPageSize, continueState: next });
    entries.push(...page.data);
    next = page.continueState;
  } while (next !== undefined && entries.length < maxEntries);
  const title = escapeXml(`Index of ${[repo, path].filter(Boolean).join('/')}`);
  const lines = [
    ...(path === '' ? [] : ['<a href="../">../</a>']),
    ...entries.map(line),
    ...(next === undefined ? [] : [`and more than these ${entries.length}`]),
  ];
  const html = `<!DOCTYPE html>
<html>
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
<pre>
${lines.join('\n')}
</pre>
</body>
</html>
`;
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(Buffer.from(html));
}

/** Formats an entry, with its date in UTC and its size in bytes. */
function line({ name, folder, size, lastModified }: Entry): string {
  const slash = folder ? '/' : '';
  const link = `<a href="${encodeURIComponent(name)}${slash}">${escapeXml(name)}${slash}</a>`;
  const space = ' '.repeat(Math.max(1, 60 - name.length - slash.length));
  const date = lastModified ? lastModified.slice(0, 16).replace('T', ' ') : '-';
  return `${link}${space}${date.padEnd(16)} ${String(size ?? '-').padStart(14)}`;
}
