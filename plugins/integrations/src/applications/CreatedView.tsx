import type { CreatedApplication } from '@lading/contract/rest';
import { buttonClass, CopyField, useShell, useText } from '@lading/ui';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { APPLICATIONS } from '../paths.ts';
import { messages } from './messages.ts';

/** Shows the credentials of a new application. The secret is shown only here. */
export function CreatedView({ application }: { application: CreatedApplication }) {
  const { navigation } = useShell();
  const text = useText();
  const isDone = useRef(false);
  useEffect(
    () => navigation.block(() => (isDone.current ? undefined : text(messages.uncopied))),
    [navigation, text],
  );
  const { client_id, secret, callback_url, platform_base_url } = application;
  const fields = [
    [messages.clientId, client_id],
    [messages.secret, secret],
    [messages.callback, callback_url],
    [messages.baseUrl, platform_base_url],
    [messages.metadata, `${platform_base_url}/.well-known/openid-configuration`],
  ] as const;
  return (
    <div className="integrations-created">
      <p role="status">{text(messages.secretOnce)}</p>
      {fields.map(([label, value]) => (
        <section key={label.id}>
          <h2>{text(label)}</h2>
          <CopyField what={text(label)} text={value} />
        </section>
      ))}
      <Link
        className={buttonClass('main')}
        to={APPLICATIONS}
        onClick={() => {
          isDone.current = true;
        }}
      >
        {text(messages.done)}
      </Link>
    </div>
  );
}
