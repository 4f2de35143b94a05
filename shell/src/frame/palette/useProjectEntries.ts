import type { ProjectChoices } from '@lading/contract/rest';
import { useEffect, useState } from 'react';
import type { Entry } from '../../palette/Entry.ts';
import type { Shell } from '../../Shell.ts';

const PROJECTS = '/ui/api/v1/access/projects';
/** Number of requested projects. There may be thousands; a query finds the others. */
const MOST = 20;

/**
 * Returns entries that switch to projects matching the query. Empty on failure: the project
 * selector shows the cause.
 */
export function useProjectEntries(shell: Shell, query: string): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    shell.http
      .json<ProjectChoices>(PROJECTS, { query: { search: query.trim(), limit: MOST }, signal: asked.signal })
      .then(
        ({ projects }) => setEntries(projects.map(({ key, name }) => entryOf(shell, key, name))),
        () => {},
      );
    return () => asked.abort();
  }, [shell, query]);
  return entries;
}

function entryOf({ project }: Shell, key: string, name: string): Entry {
  return {
    id: `project ${key}`,
    group: 'projects',
    label: name,
    detail: key,
    icon: 'folder',
    run: () => project.choose(key),
  };
}
