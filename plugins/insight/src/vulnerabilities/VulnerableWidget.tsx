import { type DashboardWidgetProps, HttpFailure } from '@lading/contract';
import { EmptyState, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { messages } from '../packages/messages.ts';
import { PackageList } from '../packages/PackageList.tsx';
import { fetchPackages, VULNERABLE } from '../packages/packagesCall.ts';
import { Unknown } from './Unknown.tsx';

/**
 * Packages whose latest version has a known critical or high vulnerability, the last changed first.
 */
export const VulnerableWidget = observer(function VulnerableWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const formats = useFormats();
  const { http } = useShell();
  const fetched = useWidgetData(async (signal) => {
    try {
      return await fetchPackages(http, VULNERABLE, project, signal);
    } catch (error) {
      if (error instanceof HttpFailure && error.code === 'NOT_SCANNED') return 'not scanned';
      throw error;
    }
  });
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(found) =>
        found === 'not scanned' ? (
          <Unknown />
        ) : found?.packages.length ? (
          <PackageList
            found={found}
            all="/packages?severities=critical&severities=high&sort_by=modified&sort_type=desc"
            fact={({ vulnerabilities }) =>
              [
                vulnerabilities?.critical &&
                  text(messages.critical, { count: formats.count(vulnerabilities.critical) }),
                vulnerabilities?.high && text(messages.high, { count: formats.count(vulnerabilities.high) }),
              ]
                .filter(Boolean)
                .join(', ')
            }
          />
        ) : (
          <EmptyState
            icon="shield"
            what={text(messages.noVulnerable)}
            more={text(messages.noVulnerableMore)}
          />
        )
      }
    </FetchedView>
  );
});
