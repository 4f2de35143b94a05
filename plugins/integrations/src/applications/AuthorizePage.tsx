import type { AuthorizationRequest } from '@lading/contract/rest';
import {
  Button,
  buttonClass,
  EmptyState,
  Fetched,
  FormFailure,
  PageFrame,
  PageSkeleton,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { allowRequest, validateRequest } from './applicationsApi.ts';
import css from './authorize.css?inline';
import { leaving } from './leaving.ts';
import { messages } from './messages.ts';
import { ScopeList } from './ScopeList.tsx';

/** Consent page that an application opens: the user allows or denies the requested access. */
export const AuthorizePage = observer(function AuthorizePage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const { search } = useLocation();
  const clientId = new URLSearchParams(search).get('client_id') ?? '';
  const [request] = useState(
    () =>
      new Fetched<AuthorizationRequest | undefined>(undefined, (signal) => {
        if (clientId === '') throw new Error(text(messages.incomplete));
        return validateRequest(http, clientId, search, signal);
      }),
  );
  useEffect(() => {
    void request.need();
    return () => request.dispose();
  }, [request]);
  const { value, error } = request;
  return (
    <PageFrame heading={text(messages.authorize)}>
      <div className="integrations-authorize">
        {!request.settled && <PageSkeleton />}
        {error && (
          <EmptyState icon="error" what={text(messages.rejected)} more={error.message}>
            <p>{text(messages.rejectedMore)}</p>
            <Link className={buttonClass('plain')} to="/">
              {text(messages.home)}
            </Link>
          </EmptyState>
        )}
        {value && <Consent request={value} url={search} />}
      </div>
    </PageFrame>
  );
});

const Consent = observer(function Consent(props: { request: AuthorizationRequest; url: string }) {
  const { request, url } = props;
  const { http, user } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { client, scopes, deny_url } = request;
  const name = user.current?.name ?? '';
  const allow = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      leaving.to(await allowRequest(http, client.client_id, name, url));
    } catch (cause) {
      setFailure(cause instanceof Error ? cause.message : String(cause));
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        <strong>{text(messages.asks, { name: client.name, user: name })}</strong>
      </p>
      {client.description !== '' && <p className="ld-soft">{client.description}</p>}
      <p>{text(messages.can)}</p>
      <ScopeList scopes={scopes} />
      <p>{text(messages.goesTo, { host: new URL(client.callback_url).host })}</p>
      <p className="ld-soft">{text(messages.revoke)}</p>
      {failure !== undefined && <FormFailure text={failure} />}
      <div className="integrations-authorize__bar">
        <Button kind="main" label={text(messages.allow)} busy={busy} onClick={() => void allow()} />
        <Button label={text(messages.deny)} onClick={() => leaving.to(deny_url)} />
      </div>
    </>
  );
});
