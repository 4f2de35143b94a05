import type { OAuthProviderSettings } from '@lading/contract/rest';
import { buttonClass, Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Single } from '../form/SinglePage.tsx';
import css from '../form/settings.css?inline';
import { NEW_OAUTH, ofKind, ofOAuth } from '../paths.ts';
import { fetchOAuths, fetchSingle } from '../securityApi.ts';
import { messages } from './messages.ts';
import { SINGLES } from './singles.ts';

/** Every way in by a provider, and whether it is on. */
export function ProvidersPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () => new Fetched<readonly OAuthProviderSettings[]>([], (signal) => fetchOAuths(http, signal)),
    [http],
  );
  return (
    <PageFrame
      heading={text(messages.title)}
      actions={
        <Link className={buttonClass('main')} to={NEW_OAUTH}>
          {text(messages.add)}
        </Link>
      }
    >
      <h2>{text(messages.oauth)}</h2>
      <p className="ld-soft">{text(messages.several)}</p>
      <FetchedView fetched={fetched} failure={text(messages.notRead)}>
        {(providers) =>
          providers.length === 0 ? (
            <p role="status">{text(messages.none)}</p>
          ) : (
            <ul className="security-list">
              {providers.map(({ name, displayName, issuer, enabled }) => (
                <li key={name}>
                  <Link to={ofOAuth(name)}>{displayName || name}</Link>
                  <span className="ld-soft">{issuer}</span>
                  <span>{text(enabled ? messages.on : messages.off)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </FetchedView>
      <h2>{text(messages.others)}</h2>
      <ul className="security-list">
        {Object.entries(SINGLES).map(([kind, single]) => (
          <SingleRow key={kind} kind={kind} single={single} />
        ))}
      </ul>
    </PageFrame>
  );
}

type State = 'on' | 'off' | 'notSet';

/** One of the others: each is asked for by itself, and fails by itself. */
const SingleRow = observer(function SingleRow({ kind, single }: { kind: string; single: Single }) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () =>
      new Fetched<State | undefined>(undefined, async (signal) => {
        const settings = (await fetchSingle(http, single.path, signal)) as { enabled?: boolean } | undefined;
        return settings ? (settings.enabled ? 'on' : 'off') : 'notSet';
      }),
    [http, single],
  );
  useEffect(() => void fetched.need(), [fetched]);
  return (
    <li>
      <Link to={ofKind(kind)}>{text(single.title)}</Link>
      {fetched.value && <span>{text(messages[fetched.value])}</span>}
      {fetched.error && <span>{text(messages.unknown, { cause: fetched.error.message })}</span>}
    </li>
  );
});
