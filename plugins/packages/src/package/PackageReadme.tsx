import { FetchedView, useText } from '@lading/ui';
import { messages } from '../version/messages.ts';
import { Readme } from '../version/readme/ReadmeTab.tsx';
import type { PackageStore } from './PackageStore.ts';

/** The readme of the latest version. */
export function PackageReadme(props: { store: PackageStore }) {
  const text = useText();
  return (
    <FetchedView fetched={props.store.about} failure={text(messages.readmeFailed)}>
      {(about) => <Readme source={about?.readme ?? ''} />}
    </FetchedView>
  );
}
