import { useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { HttpForm } from './HttpForm.tsx';
import { fetchHttpSettings } from './httpSettingsApi.ts';
import { valuesOf } from './httpValues.ts';
import { messages } from './messages.ts';

/** The public URL, and the configuration of the web server in front. */
export function HttpSettingsPage() {
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      heading={text(messages.title)}
      about={<p className="ld-soft">{text(messages.about)}</p>}
      fetch={(signal) => fetchHttpSettings(http, signal)}
      failure={text(messages.failed)}
    >
      {(loaded) => loaded && <HttpForm values={valuesOf(loaded.value)} version={loaded.version} />}
    </EditPage>
  );
}
