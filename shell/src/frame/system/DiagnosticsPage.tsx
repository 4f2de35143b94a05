import { PageFrame, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { ImportMapPanel } from './ImportMapPanel.tsx';
import { diagnostics } from './messages.ts';
import { PluginTable } from './PluginTable.tsx';
import { RegistryProblems } from './RegistryProblems.tsx';
import { StartupFailures } from './StartupFailures.tsx';

/** For administrators: every plug-in with its state, and which import map is in service. */
export const DiagnosticsPage = observer(function DiagnosticsPage() {
  return (
    <PageFrame heading={useText()(diagnostics.heading)}>
      <PluginTable />
      <RegistryProblems />
      <StartupFailures />
      <ImportMapPanel />
    </PageFrame>
  );
});
