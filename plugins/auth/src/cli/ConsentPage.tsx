import type { ClientLogin } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { useNavigate } from 'react-router-dom';
import { ClientPage } from './ClientPage.tsx';
import { CLIENT_PAGE, type ClientSession, forgetClientSession } from './clientSession.ts';
import { messages } from './messages.ts';
import { useUserName } from './useUserName.ts';

/**
 * Shows which client requests to sign in as the user, its IP address, and the time of the request.
 */
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
      <Facts
        facts={[
          [text(messages.client), client.client || text(messages.someClient)],
          [text(messages.callsItself), session.name],
          [text(messages.address), client.address],
          [text(messages.asked), time.format(new Date(client.created))],
          [text(messages.expires), time.format(new Date(client.expires))],
        ]}
      />
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
