import type { BaseUrl } from '@lading/contract/rest';
import { TextField, useShell, useText } from '@lading/ui';
import { EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { changeBaseUrl } from './generalApi.ts';
import { messages } from './messages.ts';

/** The URL of the server for users. Read-only if a setting of the server specifies it. */
export const BaseUrlForm = observer(function BaseUrlForm({ baseUrl }: { baseUrl: BaseUrl }) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<{ url: string }>(
        { url: baseUrl.url },
        {
          check: ({ url }) => (url === '' || isOrigin(url) ? {} : { url: { message: messages.notAnOrigin } }),
          save: ({ url }) => changeBaseUrl(http, url),
          fieldOf: ({ code }) => (code === 'BAD_BASE_URL' ? 'url' : undefined),
        },
      ),
  );
  const field = useFields(store);
  const { url } = store.values;
  const isElsewhere = url !== '' && isOrigin(url) && new URL(url).origin !== location.origin;
  return (
    <section className="admin-general__section" aria-labelledby="base-url">
      <h2 id="base-url">{text(messages.baseUrl)}</h2>
      {baseUrl.fixed ? (
        <p>{text(messages.baseUrlFixed, { url: baseUrl.url })}</p>
      ) : (
        <EditForm
          store={store}
          verb={text(messages.saveBaseUrl)}
          saved={text(url === '' ? messages.baseUrlRemoved : messages.baseUrlSaved)}
        >
          <TextField
            {...field('url', text(messages.url))}
            spellCheck={false}
            placeholder={location.origin}
            help={text(messages.baseUrlHelp)}
          />
          {isElsewhere && (
            <p className="ld-soft" role="status">
              {text(messages.baseUrlElsewhere, { url, opened: location.origin })}
            </p>
          )}
        </EditForm>
      )}
    </section>
  );
});

function isOrigin(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, origin } = new URL(typed);
  return /^https?:$/.test(protocol) && [origin, `${origin}/`].includes(typed);
}
