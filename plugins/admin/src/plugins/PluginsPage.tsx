import { Button, PageFrame, Tabs, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ExtensionPoints } from '../extensionPoints/ExtensionPoints.tsx';
import { PLUGIN_DEVELOPMENT, PLUGIN_POLICY } from '../paths.ts';
import { BackendList } from '../pluginBackends/BackendList.tsx';
import { title as developmentTitle } from '../pluginDevelopment/title.ts';
import { title as policyTitle } from '../pluginPolicy/title.ts';
import { messages } from './messages.ts';
import { PluginList } from './PluginList.tsx';
import { PluginsStatus } from './PluginsStatus.tsx';
import { PluginsStore } from './PluginsStore.ts';
import css from './plugins.css?inline';
import { ReleaseList } from './ReleaseList.tsx';
import { RollbackDialog } from './RollbackDialog.tsx';
import { title } from './title.ts';

const TABS = ['plugins', 'releases', 'backends', 'extension-points'] as const;
const TAB_TITLES = {
  plugins: messages.plugins,
  releases: messages.releases,
  backends: messages.backends,
  'extension-points': messages.points,
} as const;

/** The plugins of the console, their release sets, and the rollback. */
export const PluginsPage = observer(function PluginsPage() {
  useStyles(css);
  const text = useText();
  const { http } = useShell();
  const [store] = useState(() => new PluginsStore(http));
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [rollingBack, setRollingBack] = useState(false);
  useEffect(() => {
    store.need();
    return () => store.dispose();
  }, [store]);
  const selected = TABS.find((tab) => tab === params.get('tab')) ?? 'plugins';
  const active = store.history?.releases.find(({ state }) => state === 'active')?.number;
  const target = store.history?.rollBackTo;
  return (
    <PageFrame
      full
      heading={text(title)}
      actions={
        <>
          <Button label={text(policyTitle)} onClick={() => void navigate(PLUGIN_POLICY)} />
          <Button label={text(developmentTitle)} onClick={() => void navigate(PLUGIN_DEVELOPMENT)} />
          <Button
            icon="history"
            label={text(messages.rollBack)}
            disabled={active === undefined || target === undefined}
            onClick={() => setRollingBack(true)}
          />
        </>
      }
    >
      <p className="ld-soft">{text(messages.about)}</p>
      <PluginsStatus store={store} />
      <Tabs
        label={text(messages.tabs)}
        tabs={TABS.map((key) => ({ key, label: text(TAB_TITLES[key]) }))}
        selected={selected}
        to={(key) => (key === 'plugins' ? '?' : `?tab=${key}`)}
      >
        {selected === 'plugins' && <PluginList store={store} />}
        {selected === 'releases' && <ReleaseList store={store} />}
        {selected === 'backends' && <BackendList />}
        {selected === 'extension-points' && <ExtensionPoints store={store} />}
      </Tabs>
      {rollingBack && active !== undefined && target !== undefined && (
        <RollbackDialog
          from={active}
          to={target}
          onDone={() => {
            setRollingBack(false);
            store.reload();
          }}
          onClose={() => setRollingBack(false)}
        />
      )}
    </PageFrame>
  );
});
