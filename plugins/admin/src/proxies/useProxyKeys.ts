import type { ProxyKeys } from '@lading/contract/rest';
import { Fetched, useShell } from '@lading/ui';
import { useEffect, useState } from 'react';

/** Returns the keys of proxies for a form; none until they are loaded. For observers. */
export function useProxyKeys(): Fetched<ProxyKeys> {
  const { http } = useShell();
  const [keys] = useState(
    () =>
      new Fetched<ProxyKeys>({ proxyKeys: [] }, (signal) =>
        http.json<ProxyKeys>('/ui/api/v1/ui/proxies/proxyKeys', { signal }),
      ),
  );
  useEffect(() => {
    void keys.need();
    return () => keys.dispose();
  }, [keys]);
  return keys;
}
