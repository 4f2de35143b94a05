import { FetchedView, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { messages } from '../version/messages.ts';
import { Readme } from '../version/readme/ReadmeTab.tsx';
import type { PackageStore } from './PackageStore.ts';

/** The readme of the latest version. */
export const PackageReadme = observer(function PackageReadme(props: { store: PackageStore; type: string }) {
  const { store, type } = props;
  const text = useText();
  const { repoKey, leadFilePath: path } = store.about.value ?? {};
  const lead = useMemo(
    () => (repoKey === undefined || path === undefined ? undefined : { type, repoKey, path }),
    [type, repoKey, path],
  );
  return (
    <FetchedView fetched={store.about} failure={text(messages.readmeFailed)}>
      {(about) => <Readme source={about?.readme ?? ''} lead={lead} />}
    </FetchedView>
  );
});
