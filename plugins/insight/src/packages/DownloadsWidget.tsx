import type { DashboardWidgetProps } from '@lading/contract';
import { EmptyState, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { messages } from './messages.ts';
import { PackageList } from './PackageList.tsx';
import { DOWNLOADED, fetchPackages } from './packagesCall.ts';

/** Packages with the most downloads. */
export const DownloadsWidget = observer(function DownloadsWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const formats = useFormats();
  const { http } = useShell();
  const fetched = useWidgetData(async (signal) => {
    const found = await fetchPackages(http, DOWNLOADED, project, signal);
    return { ...found, packages: found.packages.filter(({ stats }) => stats.downloads > 0) };
  });
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(found) =>
        found?.packages.length ? (
          <PackageList
            found={found}
            all="/packages?sort_by=downloads&sort_type=desc"
            fact={({ stats }) => text(messages.downloadCount, { count: formats.count(stats.downloads) })}
          />
        ) : (
          <EmptyState
            icon="download"
            what={text(messages.noDownloads)}
            more={text(messages.noDownloadsMore)}
          />
        )
      }
    </FetchedView>
  );
});
