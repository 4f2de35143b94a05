import type { DashboardWidgetProps } from '@lading/contract';
import { FetchedView, Icon, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { FirstSteps } from '../firstSteps/FirstSteps.tsx';
import { messages as firstSteps } from '../firstSteps/messages.ts';
import { isVersion } from './isVersion.ts';
import { messages } from './messages.ts';
import { PackageList } from './PackageList.tsx';
import { type FoundPackages, fetchPackages, RECENT } from './packagesCall.ts';

/** Milliseconds between looks for the first package. */
const LOOK_EVERY = 3000;

/**
 * Packages by their last change. Without packages, the steps to the first one, which is awaited.
 */
export const RecentWidget = observer(function RecentWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData((signal) => fetchPackages(http, RECENT, project, signal));
  const isEmpty = fetched.value?.packages.length === 0;
  const { arrived, failure } = useFirstPackage(isEmpty, project);
  const [first] = arrived?.packages ?? [];
  return (
    <>
      <div aria-live="polite">
        {first && (
          <p className="ins-arrived">
            <Icon name="checkCircle" />
            {text(firstSteps.arrived, { name: first.name })}
          </p>
        )}
      </div>
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(found) => {
          const shown = arrived ?? found;
          if (!shown?.packages.length)
            return <FirstSteps {...(project === undefined ? {} : { project })} failure={failure} />;
          return (
            <PackageList
              found={shown}
              all="/packages?sort_by=modified&sort_type=desc"
              fact={({ id, latestVersion, modified }) => (
                <>
                  {isVersion(id, latestVersion) && `${latestVersion} · `}
                  <When date={modified} />
                </>
              )}
            />
          );
        }}
      </FetchedView>
    </>
  );
});

/** Looks for packages repeatedly while there are none. */
function useFirstPackage(isEmpty: boolean, project: string | undefined) {
  const { http, periodic } = useShell();
  const [arrived, setArrived] = useState<FoundPackages>();
  const [failure, setFailure] = useState<string>();
  const isAwaited = isEmpty && !arrived;
  useEffect(() => {
    if (!isAwaited) return undefined;
    return periodic.repeat(async (signal) => {
      try {
        const found = await fetchPackages(http, RECENT, project, signal);
        setFailure(undefined);
        if (found.packages.length > 0) setArrived(found);
      } catch (error) {
        if (!signal.aborted) setFailure((error as Error).message);
      }
    }, LOOK_EVERY);
  }, [isAwaited, http, periodic, project]);
  return { arrived, failure };
}
