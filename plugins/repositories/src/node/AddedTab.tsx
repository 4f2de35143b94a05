import type { Contribution } from '@lading/contract';
import type { TreeNodeDetails } from '@lading/contract/rest';
import { ErrorBoundary, Lazy, PageSkeleton, ShellContext, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { messages } from './messages.ts';

interface Props {
  readonly tab: Contribution<'nodeTabs'>;
  readonly node: TreeNodeDetails;
}

/** The tab of another plugin, with that plugin's shell. Its failure affects nothing else. */
export const AddedTab = observer(function AddedTab({ tab, node }: Props) {
  const shell = useShell();
  const text = useText();
  const own = useMemo(() => shell.shellOf(tab), [shell, tab]);
  if (!shell.allows(tab.value.requires)) return <PageSkeleton />;
  const { repoKey, path, type, repoType, repoPkgType } = node;
  const report = (error: Error) => shell.reportFailure(tab, error);
  return (
    <ErrorBoundary resetKey={`${repoKey}/${path}`} onError={report}>
      <ShellContext.Provider value={own}>
        <Lazy
          load={tab.value.tab}
          failure={text(messages.tabNotLoaded)}
          onError={report}
          props={{ repoKey, path, repoType, node: type, packageType: repoPkgType }}
        />
      </ShellContext.Provider>
    </ErrorBoundary>
  );
});
