import type { PluginsWithSettings } from '@lading/contract/rest';
import { Fetched, useShell } from '@lading/ui';
import { useEffect, useState } from 'react';

export type FetchedPlugins = Fetched<PluginsWithSettings | undefined>;

/** Loads the names of the plugins with settings of each user. */
export function usePluginsWithSettings(): FetchedPlugins {
  const { http } = useShell();
  const [fetched] = useState(
    (): FetchedPlugins =>
      new Fetched<PluginsWithSettings | undefined>(undefined, (signal) =>
        http.json('/ui/api/v1/lading/plugins/settings', { signal }),
      ),
  );
  useEffect(() => {
    void fetched.need();
    return () => fetched.dispose();
  }, [fetched]);
  return fetched;
}
