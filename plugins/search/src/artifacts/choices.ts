import type { PackageFacets, RepositorySummary } from '@lading/contract/rest';
import { Fetched, useShell } from '@lading/ui';
import type { Options } from '@lading/ui/edit';
import { useEffect, useMemo } from 'react';
import { SAMPLE_REPOSITORIES } from '../query/searchTypes.ts';

/** The repositories and licenses that the user can filter by, loaded when they are needed. */
export function useChoices(): { readonly repositories: Options; readonly licenses: Options } {
  const { http } = useShell();
  const choices = useMemo(
    () => ({
      repositories: new Fetched<readonly string[]>(SAMPLE_REPOSITORIES, async (signal) => {
        const found = await http.json<RepositorySummary[]>('/artifactory/api/repositories', { signal });
        return found.map(({ key }) => key).sort();
      }),
      licenses: new Fetched<readonly string[]>([], async (signal) => {
        const body = { types: [], repos: [], licenses: [] };
        const path = '/ui/api/v1/ui/v1/native/facets';
        const { licenses } = await http.json<PackageFacets>(path, { method: 'POST', body, signal });
        return licenses.map(({ value }) => value);
      }),
    }),
    [http],
  );
  useEffect(
    () => () => {
      choices.repositories.dispose();
      choices.licenses.dispose();
    },
    [choices],
  );
  return choices;
}
