import type { OidcMappingDetails, OidcProviderDetails } from '@lading/contract/rest';
import { buttonClass, Fetched, FetchedView, PageFrame, useShell, useStyles, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { CI, mappingPath, providerPath } from '../paths.ts';
import css from './ci.css?inline';
import { fetchMappings, fetchProvider } from './ciApi.ts';
import { ExchangeSnippets } from './ExchangeSnippets.tsx';
import { messages } from './messages.ts';
import { Tester } from './Tester.tsx';

type Loaded = readonly [OidcProviderDetails, readonly OidcMappingDetails[]];

/** An issuer with its identity mappings, a tester, and steps for pipelines. */
export function ProviderPage() {
  useStyles(css);
  const { provider: name = '' } = useParams();
  const { http } = useShell();
  const text = useText();
  const [found] = useState(
    () =>
      new Fetched<Loaded | undefined>(undefined, (signal) =>
        Promise.all([fetchProvider(http, name, signal), fetchMappings(http, name, signal)]),
      ),
  );
  useEffect(() => () => found.dispose(), [found]);
  return (
    <PageFrame
      above={[{ label: text(messages.title), to: CI }]}
      heading={name}
      actions={
        <>
          <Link className={buttonClass('plain')} to={`${providerPath(name)}/edit`}>
            {text(messages.editProvider)}
          </Link>
          <Link className={buttonClass('main')} to={`${providerPath(name)}/mappings/new`}>
            {text(messages.newMapping)}
          </Link>
        </>
      }
    >
      <FetchedView fetched={found} failure={text(messages.failed)}>
        {(loaded) => loaded && <Provider provider={loaded[0]} mappings={loaded[1]} />}
      </FetchedView>
    </PageFrame>
  );
}

interface Props {
  readonly provider: OidcProviderDetails;
  readonly mappings: readonly OidcMappingDetails[];
}

function Provider({ provider, mappings }: Props) {
  const text = useText();
  const { name, issuer_url, audience, description } = provider;
  return (
    <div className="integrations-ci">
      {description !== '' && <p>{description}</p>}
      <Facts
        facts={[
          [text(messages.issuer), issuer_url],
          [text(messages.audience), audience],
        ]}
      />
      <section aria-labelledby="ci-mappings">
        <h2 id="ci-mappings">{text(messages.mappings)}</h2>
        <p className="ld-soft">{text(mappings.length > 0 ? messages.mappingsAbout : messages.noMappings)}</p>
        <ol className="integrations-ci__mappings">
          {mappings.map((mapping) => (
            <MappingRow key={mapping.name} provider={name} mapping={mapping} />
          ))}
        </ol>
      </section>
      <Tester provider={name} />
      <ExchangeSnippets provider={provider} />
    </div>
  );
}

function MappingRow({ provider, mapping }: { provider: string; mapping: OidcMappingDetails }) {
  const text = useText();
  const { name, priority, claims, token_spec, publisher, last_used, last_subject } = mapping;
  return (
    <li>
      <p className="integrations-ci__name">
        <Link to={mappingPath(provider, name)}>{name}</Link>
        <span className="ld-soft">
          {text(messages.priority)} {priority}
        </span>
      </p>
      <p className="ld-mono">
        {Object.entries(claims)
          .map(([claim, rule]) => `${claim}=${[rule].flat().join(' | ')}`)
          .join(', ')}
      </p>
      <p className="ld-soft">
        {token_spec.username}: {publisher ? text(messages.publishes, publisher) : token_spec.scope}
      </p>
      <p className="ld-soft">
        {last_used === undefined ? (
          text(messages.neverUsed)
        ) : (
          <>
            {text(messages.lastUsed, { subject: last_subject ?? '' })} <When date={last_used} />
          </>
        )}
      </p>
    </li>
  );
}
