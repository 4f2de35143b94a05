import { Tabs, useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { useParams, useSearchParams } from 'react-router-dom';
import { CLEANUP } from '../paths.ts';
import { fetchPolicy } from './cleanupApi.ts';
import { messages } from './messages.ts';
import { PolicyForm } from './PolicyForm.tsx';
import { RunsTab } from './RunsTab.tsx';
import { cleanupTitle } from './titles.ts';

const TABS = ['configuration', 'runs'] as const;

/** A new cleanup policy, or an existing one with its runs. */
export function PolicyPage() {
  const { policyKey: key } = useParams();
  const { http } = useShell();
  const text = useText();
  const [params] = useSearchParams();
  const selected = params.get('tab') === 'runs' ? 'runs' : 'configuration';
  return (
    <EditPage
      above={[{ label: text(cleanupTitle), to: CLEANUP }]}
      heading={key ?? text(messages.create)}
      id={key}
      fetch={key === undefined ? undefined : (signal) => fetchPolicy(http, key, signal)}
      failure={text(messages.failed)}
    >
      {(loaded) =>
        loaded ? (
          <Tabs
            label={text(messages.tabs)}
            tabs={TABS.map((tab) => ({ key: tab, label: text(messages[tab]) }))}
            selected={selected}
            to={(tab) => (tab === 'configuration' ? '?' : `?tab=${tab}`)}
          >
            {selected === 'runs' ? <RunsTab policyKey={loaded.value.key} /> : <PolicyForm loaded={loaded} />}
          </Tabs>
        ) : (
          <PolicyForm />
        )
      }
    </EditPage>
  );
}
