import type { NodeStatus } from '@lading/contract/rest';
import { useShell } from '@lading/ui';
import { useEffect, useState } from 'react';
import { fetchNodes } from '../status/statusApi.ts';

interface BundleNodes {
  /** Sorted by ID; empty until they are loaded. */
  readonly nodes: readonly { readonly id: string; readonly online: boolean }[];
  /** Whether they could not be loaded. */
  readonly failed: boolean;
}

/** Nodes that a support bundle can describe. */
export function useBundleNodes(): BundleNodes {
  const { http, license } = useShell();
  const { rank } = license;
  const [found, setFound] = useState<BundleNodes>({ nodes: [], failed: false });
  useEffect(() => {
    const end = new AbortController();
    fetchNodes(http, rank, end.signal).then(
      (statuses) => setFound({ nodes: nodesOf(statuses), failed: false }),
      () => {
        if (!end.signal.aborted) setFound({ nodes: [], failed: true });
      },
    );
    return () => end.abort();
  }, [http, rank]);
  return found;
}

/** Each service of a node has a status. */
function nodesOf(statuses: readonly NodeStatus[]): BundleNodes['nodes'] {
  const online = new Map(statuses.map(({ node_id, status }) => [node_id, status === 'Online']));
  return [...online].sort().map(([id, isOnline]) => ({ id, online: isOnline }));
}
