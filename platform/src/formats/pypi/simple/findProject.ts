import { UpstreamError } from '../../../repositories/upstream/UpstreamError.ts';
import type { Sources } from '../sources.ts';
import { upstreamProject } from '../upstream/upstreamProject.ts';
import { localProject, projectOf } from './localProject.ts';
import type { SimpleFile, SimpleProject } from './SimpleProject.ts';

/**
 * Merges the project's files from its sources: all local ones, plus those of the first upstream
 * that has the project. Undefined if no source has it. Throws `UpstreamError` if the result depends
 * on a failing upstream.
 */
export async function findProject(sources: Sources, name: string): Promise<SimpleProject | undefined> {
  const files: SimpleFile[] = [];
  const versions: string[] = [];
  let known = false;
  for (const { key } of sources.locals) {
    const local = await localProject(key, name);
    if (local) files.push(...local.files);
    known ||= local !== undefined;
  }
  for (const remote of sources.remotes) {
    const page = await upstreamProject(remote, name).catch((error: unknown) => {
      if (known && error instanceof UpstreamError) return undefined;
      throw error;
    });
    if (!page) continue;
    files.push(...page.files);
    versions.push(...page.versions);
    known = true;
    break;
  }
  return known ? projectOf(name, files, versions) : undefined;
}
