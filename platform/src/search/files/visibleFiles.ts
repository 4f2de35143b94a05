import type { View } from '../../packages/sql/readable.ts';
import type { FoundFile } from './FoundFile.ts';
import { filePage } from './filePage.ts';
import type { FilePage, PageRequest } from './filePageRequest.ts';

/** Maximum pages to read to fill a page of which the caller can see only some files. */
const maxRounds = 5;

type Request = Omit<PageRequest, 'scope'>;

/** Returns a page of visible files. In partially readable repositories, each file is checked. */
export async function visibleFiles(view: View, request: Request): Promise<FilePage> {
  let page = await filePage({ ...request, scope: view.scope });
  if (!isPartial(view)) return page;
  const found: FilePage['found'] = [];
  for (let round = 1; ; round++) {
    const end = page.stoppedAt ?? page.found.at(-1)?.place;
    for (const one of page.found) if (await maySee(view, one.file)) found.push(one);
    const full = found.length > request.first;
    if (full || !page.hasNextPage || !end || round === maxRounds) {
      const shown = found.slice(0, request.first);
      const place = full ? shown.at(-1)?.place : end;
      const hasNextPage = full || page.hasNextPage;
      const capped = page.capped || (!full && page.hasNextPage);
      return {
        found: shown,
        hasNextPage,
        capped,
        ...(place && hasNextPage ? { stoppedAt: place } : {}),
        totalCount: null,
      };
    }
    page = await filePage({ ...request, scope: view.scope, after: end });
  }
}

/** Returns all visible files, page by page, in order and without gaps. */
export async function* eachPage(view: View, request: Request): AsyncGenerator<FoundFile[]> {
  let after = request.after;
  for (;;) {
    const next: PageRequest = { ...request, scope: view.scope, complete: true, ...(after ? { after } : {}) };
    const page = await filePage(next);
    const files: FoundFile[] = [];
    for (const { file } of page.found) if (await maySee(view, file)) files.push(file);
    yield files;
    after = page.stoppedAt ?? page.found.at(-1)?.place;
    if (!page.hasNextPage || !after) return;
  }
}

export function isPartial({ scope, partial }: View): boolean {
  return scope.some((repo) => partial.has(repo));
}

export async function maySee(view: View, { repo, path }: { repo: string; path: string }): Promise<boolean> {
  return !view.partial.has(repo) || view.mayRead(repo, path);
}
