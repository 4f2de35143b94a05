import type { PlatformUsage } from '@lading/contract/rest';
import { Fetched, useShell } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ComponentType, useEffect, useState } from 'react';
import type { NoticeListProps } from './NoticeList.tsx';

/** Delay of the first request in milliseconds: the content of the page is loaded first. */
const FIRST_LOOK_MS = 1000;
/** Milliseconds between checks of a migration's progress. */
const LOOK_AGAIN_MS = 10_000;
const CALL = '/ui/api/v1/ui/usage';

/**
 * Notices about all packages: an exhausted quota or a migration in progress. Shows nothing until
 * they are loaded.
 */
export const Notices = observer(function Notices() {
  const { http, periodic } = useShell();
  const [usage] = useState(
    () =>
      new Fetched<PlatformUsage | undefined>(undefined, (signal) =>
        http.json<PlatformUsage>(CALL, { signal }),
      ),
  );
  useEffect(() => {
    const timer = setTimeout(() => void usage.need(), FIRST_LOOK_MS);
    return () => {
      clearTimeout(timer);
      usage.dispose();
    };
  }, [usage]);
  const migrating = (usage.value?.migrations.length ?? 0) > 0;
  useEffect(() => {
    if (!migrating) return undefined;
    return periodic.repeat(() => usage.fetch(), LOOK_AGAIN_MS);
  }, [migrating, periodic, usage]);

  const { transfer, upgradeUrl = '', migrations = [] } = usage.value ?? {};
  const used = transfer?.quota != null && transfer.bytes >= transfer.quota ? transfer : undefined;
  const some = used !== undefined || migrations.length > 0;
  const [Loaded, setLoaded] = useState<ComponentType<NoticeListProps>>();
  useEffect(() => {
    // The page is usable without them.
    if (some)
      import('../rareParts.ts').then(
        ({ NoticeList }) => setLoaded(() => NoticeList),
        () => undefined,
      );
  }, [some]);
  if (!some) return null;
  return Loaded ? <Loaded used={used} upgradeUrl={upgradeUrl} migrations={migrations} /> : null;
});
