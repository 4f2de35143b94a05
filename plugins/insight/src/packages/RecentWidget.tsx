import type { DashboardWidgetProps } from '@lading/contract';
import { buttonClass, EmptyState, FetchedView, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { isVersion } from './isVersion.ts';
import { messages } from './messages.ts';
import { PackageList } from './PackageList.tsx';
import { fetchPackages } from './packagesCall.ts';

const orderBy = { field: 'MODIFIED', direction: 'DESC' } as const;

/** Packages by their last change. Without packages, the next steps. */
export const RecentWidget = observer(function RecentWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData((signal) => fetchPackages(http, { orderBy, project }, signal));
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(found) =>
        found?.packages.length ? (
          <PackageList
            found={found}
            all="/packages?sort_by=modified&sort_type=desc"
            fact={({ id, latestVersion, modified }) => (
              <>
                {isVersion(id, latestVersion) && `${latestVersion} · `}
                <When date={modified} />
              </>
            )}
          />
        ) : (
          <EmptyState icon="package" what={text(messages.noPackages)} more={text(messages.noPackagesMore)}>
            <Link className={buttonClass('plain')} to="/repos/tree">
              {text(messages.repositories)}
            </Link>
          </EmptyState>
        )
      }
    </FetchedView>
  );
});
