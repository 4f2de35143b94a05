import type { ClientLogin } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { useNavigate } from 'react-router-dom';
import { ClientPage } from './ClientPage.tsx';
import { CLIENT_PAGE, type ClientSession, forgetClientSession } from './clientSession.ts';
import { messages } from './messages.ts';
import { useUserName } from './useUserName.ts';

/** Says which client asks to come in as the user, from where and since when. */
export function ConsentPage() {
  const text = useText();
  return (
    <ClientPage heading={text(messages.heading)}>
      {(session, client) => <Consent session={session} client={client} />}
    </ClientPage>
  );
}

function Consent({ session, client }: { session: ClientSession; client: ClientLogin }) {
  const { language, storage } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const user = useUserName();
  const time = new Intl.DateTimeFormat(language.tag, { timeStyle: 'medium' });
  const refuse = () => {
    forgetClientSession(storage);
    void navigate('/');
  };
  return (
    <>
      <p>{text(messages.asks, { user })}</p>
      <dl className="auth-facts">
        <dt>{text(messages.client)}</dt>
        <dd>{client.client || text(messages.someClient)}</dd>
        {session.name !== '' && (
          <>
            <dt>{text(messages.callsItself)}</dt>
            <dd>{session.name}</dd>
          </>
        )}
        <dt>{text(messages.address)}</dt>
        <dd>{client.address}</dd>
        <dt>{text(messages.asked)}</dt>
        <dd>{time.format(new Date(client.created))}</dd>
        <dt>{text(messages.expires)}</dt>
        <dd>{time.format(new Date(client.expires))}</dd>
      </dl>
      <div className="auth-buttons">
        <Button
          kind="main"
          label={text(messages.goOn)}
          onClick={() => void navigate(`${CLIENT_PAGE}/verify`)}
        />
        <Button label={text(messages.refuse)} onClick={refuse} />
      </div>
    </>
  );
}
