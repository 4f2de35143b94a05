import type { ImportMapStatus } from '@lading/contract/rest';
import { PageFrame, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { FailureList } from './FailureList.tsx';
import { ImportMapPanel } from './ImportMapPanel.tsx';
import { PluginTable } from './PluginTable.tsx';
import { diagnostics } from './pageMessages.ts';
import { RegistryProblems } from './RegistryProblems.tsx';
import { StartupFailures } from './StartupFailures.tsx';
import { useCall } from './useCall.ts';

const STATUS = '/ui/api/v1/lading/importmap';

/** Diagnostics for administrators: all plugins with their state, and the import map in use. */
export const DiagnosticsPage = observer(function DiagnosticsPage() {
  const map = useCall<ImportMapStatus>(STATUS);
  return (
    <PageFrame heading={useText()(diagnostics.heading)}>
      <PluginTable />
      <RegistryProblems />
      <StartupFailures />
      <FailureList server={map.called} />
      <ImportMapPanel called={map.called} again={map.again} />
    </PageFrame>
  );
});
