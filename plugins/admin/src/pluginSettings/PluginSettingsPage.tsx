import { useShell, useText } from '@lading/ui';
import { EditPage, fetchPluginSettings, PluginSettingsForm } from '@lading/ui/edit';
import { useParams } from 'react-router-dom';
import { PLUGINS } from '../paths.ts';
import { title as pluginsTitle } from '../plugins/title.ts';
import { messages } from './messages.ts';

/** Settings of a plugin for all users, in the form that the plugin describes. */
export function PluginSettingsPage() {
  const { plugin = '' } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(pluginsTitle), to: PLUGINS }]}
      heading={text(messages.heading, { plugin })}
      id={plugin}
      fetch={(signal) => fetchPluginSettings(http, plugin, 'instance', signal)}
      failure={text(messages.failed)}
    >
      {(opened) =>
        opened?.value.settings.length === 0 ? (
          <p>{text(messages.onlyUsers)}</p>
        ) : (
          opened && (
            <>
              <p className="ld-soft">{text(messages.about)}</p>
              <PluginSettingsForm opened={opened} scope="instance" />
            </>
          )
        )
      }
    </EditPage>
  );
}
