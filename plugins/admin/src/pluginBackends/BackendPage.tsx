import type { PluginBackendDetails } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { useParams } from 'react-router-dom';
import { BACKENDS, PLUGINS } from '../paths.ts';
import { title } from '../plugins/title.ts';
import { BackendForm } from './BackendForm.tsx';
import { fetchBackends } from './backendsApi.ts';
import { messages } from './messages.ts';

/** Sets up one backend of a plugin. */
export function BackendPage() {
  const { plugin = '', backend = '' } = useParams();
  const { http } = useShell();
  const text = useText();
  const load = async (signal: AbortSignal): Promise<PluginBackendDetails> => {
    const all = await fetchBackends(http, signal);
    const found = all.find((one) => one.plugin === plugin && one.backend === backend);
    if (found) return found;
    throw new Error(text(messages.notFound));
  };
  return (
    <EditPage
      above={[
        { label: text(title), to: PLUGINS },
        { label: plugin, to: BACKENDS },
      ]}
      heading={backend}
      id={`${plugin}/${backend}`}
      fetch={load}
      failure={text(messages.failed)}
    >
      {(loaded) => loaded && <BackendForm backend={loaded} />}
    </EditPage>
  );
}
