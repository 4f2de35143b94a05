import type { ProjectChoices } from '@lading/contract/rest';
import { useEffect, useState } from 'react';
import type { Entry } from '../../palette/Entry.ts';
import type { Shell } from '../../Shell.ts';

const PROJECTS = '/ui/api/v1/access/projects';
/** How many are asked for: there may be thousands, and a query finds the others. */
const MOST = 20;

/** The user's projects that the query finds, to be switched to. None where they cannot be had: the selector says why. */
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
