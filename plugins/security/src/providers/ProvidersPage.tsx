import type { OAuthProviderSettings, SamlSettings } from '@lading/contract/rest';
import { buttonClass, Fetched, FetchedView, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Single } from '../form/SinglePage.tsx';
import css from '../form/settings.css?inline';
import { NEW_OAUTH, NEW_SAML, ofKind } from '../paths.ts';
import { fetchAllOf, fetchSingle } from '../securityApi.ts';
import { messages } from './messages.ts';
import type { Several } from './SeveralPage.tsx';
import { OAUTH, SAML } from './several.ts';
import { SINGLES } from './singles.ts';

/** Lists the identity providers and whether they are enabled. */
export function ProvidersPage() {
  useStyles(css);
  const text = useText();
  return (
    <PageFrame heading={text(messages.title)}>
      <SeveralRows kind={OAUTH} to={NEW_OAUTH} about={({ issuer }) => issuer} />
      <SeveralRows kind={SAML} to={NEW_SAML} about={({ idpEntityId }) => idpEntityId} />
      <h2>{text(messages.others)}</h2>
      <ul className="security-list">
        {Object.entries(SINGLES).map(([kind, single]) => (
          <SingleRow key={kind} kind={kind} single={single} />
        ))}
      </ul>
    </PageFrame>
  );
}

interface Rows<Provider> {
  readonly kind: Several;
  /** Page that adds a provider. */
  readonly to: string;
  readonly about: (provider: Provider) => string;
}

/**
 * Rows of all providers of a kind. Each kind is loaded separately, so that a failure affects only
 * its own rows.
 */
function SeveralRows({ kind, to, about }: Rows<OAuthProviderSettings & SamlSettings>) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () =>
      new Fetched<readonly (OAuthProviderSettings & SamlSettings)[]>([], (signal) =>
        fetchAllOf(http, kind.path, signal),
      ),
    [http, kind],
  );
  return (
    <>
      <div className="security-kind">
        <h2>{text(kind.title)}</h2>
        <Link className={buttonClass('plain')} to={to}>
          {text(kind.add)}
        </Link>
      </div>
      <FetchedView fetched={fetched} failure={text(messages.notRead)}>
        {(providers) =>
          providers.length === 0 ? (
            <p role="status">{text(messages.none)}</p>
          ) : (
            <ul className="security-list">
              {providers.map((provider) => (
                <li key={provider.name}>
                  <Link to={kind.place(provider.name)}>{provider.displayName || provider.name}</Link>
                  <span className="ld-soft">{about(provider)}</span>
                  <span>{text(provider.enabled ? messages.on : messages.off)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </FetchedView>
    </>
  );
}

type State = 'on' | 'off' | 'notSet';

/**
 * Row of a provider that exists only once. Loaded separately, so that a failure affects only this
 * row.
 */
const SingleRow = observer(function SingleRow({ kind, single }: { kind: string; single: Single }) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () =>
      new Fetched<State | undefined>(undefined, async (signal) => {
        const { value } = await fetchSingle(http, single.path, signal);
        const settings = value as { enabled?: boolean } | undefined;
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
