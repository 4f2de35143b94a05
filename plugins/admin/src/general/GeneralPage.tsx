import type { Footer } from '@lading/contract/rest';
import { CopyField, Fetched, FetchedView, PageFrame, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { EditForm } from '../form/EditForm.tsx';
import { changedOf, type Faults, FormStore } from '../form/FormStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { useFault } from '../form/useFault.ts';
import { changeGeneral, fetchGeneral } from './generalApi.ts';
import { messages } from './messages.ts';

/** What the server is called, what it tells everyone, and its logo. */
export const GeneralPage = observer(function GeneralPage() {
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched<Footer | undefined>(undefined, (signal) => fetchGeneral(http, signal)),
  );
  return (
    <PageFrame heading={text(messages.title)}>
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(footer) => footer && <GeneralForm footer={footer} />}
      </FetchedView>
    </PageFrame>
  );
});

interface GeneralValues {
  readonly serverName: string;
  readonly systemMessage: string;
  readonly logoUrl: string;
}

/** What the platform would refuse, said before it is asked. */
function check({ serverName, systemMessage, logoUrl }: GeneralValues): Faults<GeneralValues> {
  const tooLong = (most: number) => ({ message: messages.tooLong, values: { most } });
  return {
    ...(serverName.trim() === '' ? { serverName: { message: formMessages.missing } } : {}),
    ...(serverName.length > 100 ? { serverName: tooLong(100) } : {}),
    ...(systemMessage.length > 1000 ? { systemMessage: tooLong(1000) } : {}),
    ...(logoUrl !== '' && !/^\/(?!\/)/.test(logoUrl) ? { logoUrl: { message: messages.notAPath } } : {}),
  };
}

const GeneralForm = observer(function GeneralForm({ footer }: { footer: Footer }) {
  const { http, notifications, session } = useShell();
  const text = useText();
  const say = useFault();
  const [store] = useState(() => {
    const { serverName, systemMessage = '', logoUrl } = footer;
    return new FormStore<GeneralValues>(
      { serverName, systemMessage, logoUrl },
      {
        check,
        save: (values, before) => changeGeneral(http, changedOf(values, before)),
        fieldOf: ({ code }) => (code === 'BAD_LOGO_URL' ? 'logoUrl' : undefined),
      },
    );
  });
  const { values, faults } = store;
  const onSaved = () => {
    notifications.success(text(messages.saved));
    // The frame shows all three: it asks for them with the user's data.
    void session.finishSignIn({ stay: true });
  };
  const field = (key: keyof GeneralValues) => ({
    label: text(messages[key]),
    name: key,
    value: values[key],
    onChange: (value: string) => store.set(key, value),
    onBlur: () => store.leave(key),
    error: say(faults[key]),
  });
  return (
    <EditForm
      store={store}
      labels={{
        serverName: text(messages.serverName),
        systemMessage: text(messages.systemMessage),
        logoUrl: text(messages.logoUrl),
      }}
      verb={text(formMessages.save)}
      onSaved={onSaved}
    >
      <TextField {...field('serverName')} required help={text(messages.serverNameHelp)} />
      <TextField {...field('systemMessage')} help={text(messages.systemMessageHelp)} />
      <TextField {...field('logoUrl')} spellCheck={false} help={text(messages.logoUrlHelp)} />
      <p className="ld-soft">{text(messages.upload)}</p>
      <CopyField
        prompt
        what={text(messages.command)}
        text={`curl -u USER:TOKEN -T logo.png -H 'Content-Type: image/png' '${location.origin}/ui/api/v1/system/logo'`}
      />
    </EditForm>
  );
});
