import type { ProjectChoices } from '@lading/contract/rest';
import { useShell } from '@lading/ui';
import { useEffect, useState } from 'react';
import type { KnownProject } from './completions.ts';

/** Milliseconds after the last key. */
const PAUSE_MS = 150;
const MOST = 8;

/**
 * Returns the user's projects whose name or key contains the text; none for `undefined`, and none
 * if the request fails: projects can still be typed.
 */
export function useProjects(typed: string | undefined): readonly KnownProject[] {
  const { http } = useShell();
  const [found, setFound] = useState<readonly KnownProject[]>([]);
  useEffect(() => {
    if (typed === undefined) return undefined;
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const path = '/ui/api/v1/access/projects';
        const query = { search: typed, limit: String(MOST) };
        const options = { query, signal: asked.signal, retry: false };
        const { projects } = await http.json<ProjectChoices>(path, options);
        setFound(projects);
      } catch {
        if (!asked.signal.aborted) setFound([]);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [http, typed]);
  return found;
}
