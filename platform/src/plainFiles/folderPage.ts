import type { NativeListing } from '@lading/contract/rest';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../access/Caller.ts';
import { largestPage, nativeListing } from '../files/tree/browse.ts';
import { escapeXml } from '../xml/readXml.ts';

/** Of one folder at most, so that its page stays some megabytes. */
const mostEntries = 100_000;
/** The page is ours, and only names in it are others': its links may be followed, as a sandbox would not let them be. */
const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Entry = NativeListing['data'][number];

/**
 * A folder as a page of links, as web servers have it and tools that walk through folders read it: what the caller may see of it, folders with
 * a slash at their end. Throws `HttpError` 404 for what is not there, 401 or 403 for what may not be read.
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
    const page = await nativeListing(caller, repo, path, largestPage, next);
    entries.push(...page.data);
    next = page.continueState;
  } while (next !== undefined && entries.length < mostEntries);
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

/** Dates are in UTC, sizes in bytes. */
function line({ name, folder, size, lastModified }: Entry): string {
  const slash = folder ? '/' : '';
  const link = `<a href="${encodeURIComponent(name)}${slash}">${escapeXml(name)}${slash}</a>`;
  const space = ' '.repeat(Math.max(1, 60 - name.length - slash.length));
  const date = lastModified ? lastModified.slice(0, 16).replace('T', ' ') : '-';
  return `${link}${space}${date.padEnd(16)} ${String(size ?? '-').padStart(14)}`;
}
