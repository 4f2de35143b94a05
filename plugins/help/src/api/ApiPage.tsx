import {
  EmptyState,
  Fetched,
  FetchedView,
  OutsideLink,
  PageFrame,
  SearchField,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { useState } from 'react';
import { messages as documentation } from '../documentation/messages.ts';
import { type ApiDocument, sectionsOf } from './ApiDocument.ts';
import css from './api.css?inline';
import { messages } from './messages.ts';
import { OperationView } from './OperationView.tsx';

const DOCUMENT = '/openapi.json';

/** Reference of the platform's own API, generated from its OpenAPI document. */
export function ApiPage() {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const [fetched] = useState(
    () => new Fetched<ApiDocument>({ paths: {} }, (signal) => http.json(DOCUMENT, { signal })),
  );
  return (
    <PageFrame
      heading={text(messages.heading)}
      above={[{ label: text(documentation.heading), to: '/help/documentation' }]}
    >
      <FetchedView fetched={fetched} failure={text(messages.failed)}>
        {(document) => <Reference document={document} />}
      </FetchedView>
    </PageFrame>
  );
}

function Reference({ document }: { document: ApiDocument }) {
  const text = useText();
  const [wanted, setWanted] = useState('');
  const sections = sectionsOf(document, wanted);
  const count = sections.reduce((sum, [, operations]) => sum + operations.length, 0);
  return (
    <div className="help-api">
      <p>
        {text(messages.about)} <a href={DOCUMENT}>{DOCUMENT}</a>
      </p>
      <SearchField label={text(messages.search)} value={wanted} onChange={setWanted} />
      <p role="status">{text(messages.count, { count })}</p>
      {count === 0 && (
        <EmptyState icon="search" what={text(messages.none, { wanted })} more={text(messages.noneMore)} />
      )}
      {sections.map(([section, operations]) => (
        <section key={section} aria-label={section}>
          <h2>{section}</h2>
          {operations.map((operation) => (
            <OperationView key={operation.operationId} document={document} operation={operation} />
          ))}
        </section>
      ))}
      {wanted === '' && <Protocols document={document} />}
    </div>
  );
}

function Protocols({ document }: { document: ApiDocument }) {
  const text = useText();
  const protocols = (document.tags ?? []).filter(({ externalDocs }) => externalDocs);
  return (
    <section aria-label={text(messages.protocols)}>
      <h2>{text(messages.protocols)}</h2>
      <ul>
        {protocols.map(({ name, description, externalDocs }) => (
          <li key={name}>
            <OutsideLink url={externalDocs?.url ?? ''}>{name.replace('Protocol: ', '')}</OutsideLink>
            {' · '}
            {description?.replaceAll('`', '')}
          </li>
        ))}
      </ul>
    </section>
  );
}
