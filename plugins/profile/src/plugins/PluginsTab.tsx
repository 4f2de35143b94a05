import { EmptyState, Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { FormSection, fetchPluginSettings, PluginSettingsForm, ReloadContext } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import type { FetchedPlugins } from './usePluginsWithSettings.ts';

/** The user's settings of each plugin that has some. */
export function PluginsTab({ plugins }: { readonly plugins: FetchedPlugins }) {
  const text = useText();
  return (
    <FetchedView fetched={plugins} failure={text(messages.listFailed)}>
      {(found) =>
        found?.plugins.length === 0 ? (
          <EmptyState icon="plug" what={text(messages.none)} />
        ) : (
          <>
            <p className="ld-soft">{text(messages.about)}</p>
            {found?.plugins.map((plugin) => (
              <FormSection key={plugin} heading={plugin}>
                <OfPlugin plugin={plugin} />
              </FormSection>
            ))}
          </>
        )
      }
    </FetchedView>
  );
}

const OfPlugin = observer(function OfPlugin({ plugin }: { readonly plugin: string }) {
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () =>
      new Fetched<Awaited<ReturnType<typeof fetchPluginSettings>> | undefined>(undefined, (signal) =>
        fetchPluginSettings(http, plugin, 'user', signal),
      ),
  );
  useEffect(() => {
    void fetched.need();
    return () => fetched.dispose();
  }, [fetched]);
  return (
    <ReloadContext.Provider value={() => void fetched.fetch()}>
      <FetchedView fetched={fetched} failure={text(messages.failed, { plugin })}>
        {(opened) => opened && <PluginSettingsForm key={opened.version} opened={opened} scope="user" />}
      </FetchedView>
    </ReloadContext.Provider>
  );
});
