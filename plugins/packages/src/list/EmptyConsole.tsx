import { CopyField, EmptyState, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { clientAddress } from '../install/addresses.ts';
import { messages } from './emptyMessages.ts';
import type { PackageListStore } from './PackageListStore.ts';

interface Props {
  readonly store: PackageListStore;
  /** Whether a project is selected. */
  readonly inProject: boolean;
}

/**
 * Shown if no package exists in the project, or at all. In the latter case, shows how to publish
 * the first one.
 */
export function EmptyConsole({ store, inProject }: Props) {
  const text = useText();
  if (!inProject) return <NoPackages store={store} />;
  return (
    <EmptyState icon="folder" what={text(messages.noneInProject)} more={text(messages.noneInProjectMore)} />
  );
}

const NoPackages = observer(function NoPackages(props: Pick<Props, 'store'>) {
  const { npmTargets } = props.store;
  const text = useText();
  useEffect(() => void npmTargets.need(), [npmTargets]);
  const [target] = npmTargets.value;
  return (
    <EmptyState
      icon="package"
      what={text(messages.noneYet)}
      more={npmTargets.settled && text(target ? messages.publishFirst : messages.askSomebody)}
    >
      {target && (
        <>
          <CopyField
            prompt
            what={text(messages.publishCommand)}
            text={`npm publish --registry ${clientAddress('npm', target)}`}
          />
          <p>
            <Link to={`/set-me-up?repo=${encodeURIComponent(target)}`}>{text(messages.signInFirst)}</Link>
          </p>
        </>
      )}
    </EmptyState>
  );
});
