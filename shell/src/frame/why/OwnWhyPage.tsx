import type { OwnAccessRequests } from '@lading/contract/rest';
import { Fetched, PageFrame, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { messages } from '../../why/messages.ts';
import { ownMessages } from '../../why/ownMessages.ts';
import { hiddenPages, reasonFor } from '../../why/ownView.ts';
import { useFrame } from '../FrameContext.ts';
import { WideTable } from '../system/WideTable.tsx';
import { AccessForm, REQUESTS } from './AccessForm.tsx';
import { OwnRequests, type Requests } from './OwnRequests.tsx';
import css from './why.css?inline';

/**
 * Shows users the reason why a page or content is hidden, and lets them request access. Parameters
 * of the URL: `path` of a page, or `repository`, `file`, and `reason` of a request.
 */
export const OwnWhyPage = observer(function OwnWhyPage() {
  useStyles(css);
  const { navigation, http } = useFrame();
  const text = useText();
  const query = new URLSearchParams(navigation.place.search);
  const [requests] = useState(
    (): Requests =>
      new Fetched<OwnAccessRequests['requests'] | undefined>(undefined, async (signal) => {
        const answer = await http.json<OwnAccessRequests>(`${REQUESTS}/own`, { signal });
        return answer.requests;
      }),
  );
  useEffect(() => {
    void requests.fetch();
    return () => requests.dispose();
  }, [requests]);
  const given = {
    repository: query.get('repository') ?? '',
    path: query.get('file') ?? '',
    reason: query.get('reason') ?? '',
  };
  return (
    <PageFrame heading={text(messages.heading)}>
      <p className="ld-soft">{text(ownMessages.lead)}</p>
      <Answer path={query.get('path') ?? ''} />
      <section className="lading-why-section" aria-labelledby="lading-why-ask">
        <h2 id="lading-why-ask">{text(ownMessages.ask)}</h2>
        <p className="ld-soft">{text(ownMessages.askLead)}</p>
        <AccessForm
          key={JSON.stringify(given)}
          given={given}
          onSent={() => {
            void requests.fetch();
            // A reload must not fill in the form again.
            void navigation.go('/why', { replace: true });
          }}
        />
      </section>
      <section className="lading-why-section" aria-labelledby="lading-why-requests">
        <h2 id="lading-why-requests">{text(ownMessages.requests)}</h2>
        <OwnRequests requests={requests} />
      </section>
      <HiddenPages />
    </PageFrame>
  );
});

const Answer = observer(function Answer({ path }: { path: string }) {
  const shell = useFrame();
  const text = useText();
  if (!path.startsWith('/')) return null;
  const because = reasonFor(shell, path);
  return (
    <p className="lading-why-answer" role="status">
      {because === undefined
        ? text(ownMessages.open, { path })
        : text(ownMessages.blocked, { path, because })}
    </p>
  );
});

const HiddenPages = observer(function HiddenPages() {
  const text = useText();
  const pages = hiddenPages(useFrame());
  if (pages.length === 0) return null;
  return (
    <details className="lading-why-pages">
      <summary id="lading-why-pages">{text(ownMessages.pages, { count: pages.length })}</summary>
      <WideTable labelledBy="lading-why-pages">
        <thead>
          <tr>
            <th scope="col">{text(messages.item)}</th>
            <th scope="col">{text(messages.because)}</th>
          </tr>
        </thead>
        <tbody>
          {pages.map(({ path, label, because }) => (
            <tr key={path}>
              <td>{label}</td>
              <td>{because}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </details>
  );
});
