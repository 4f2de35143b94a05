import { PageSkeleton, useShell } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { ReadmeTab } from '../version/readme/ReadmeTab.tsx';
import { VersionParts } from '../version/VersionStore.ts';
import type { PackageStore } from './PackageStore.ts';

/** The readme of the newest version. */
export const PackageReadme = observer(function PackageReadme(props: { type: string; store: PackageStore }) {
  const { type, store } = props;
  const { http } = useShell();
  const [newest] = store.newest.value;
  const { name: repoKey, leadFilePath: path } = newest ?? {};
  const parts = useMemo(
    () =>
      repoKey === undefined || path === undefined
        ? undefined
        : new VersionParts(http, { type, repoKey, path }),
    [http, type, repoKey, path],
  );
  useEffect(() => () => parts?.dispose(), [parts]);
  return parts ? <ReadmeTab parts={parts} /> : <PageSkeleton />;
});
