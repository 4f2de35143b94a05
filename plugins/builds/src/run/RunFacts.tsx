import type { BuildDetails } from '@lading/contract/rest';
import { OutsideLink, useFormats, useText, When } from '@lading/ui';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { runAddress } from '../addresses.ts';
import { messages } from '../messages.ts';

/** What is known of a run; what its client did not say is left out. */
export function RunFacts({ details }: { details: BuildDetails }) {
  const text = useText();
  const formats = useFormats();
  const { name, number, started, createdBy, agent, buildAgent, url, duration, vcs, otherRuns } = details;
  const facts: [term: string, value: ReactNode][] = [
    [text(messages.started), <When key="started" date={started} />],
    [text(messages.publishedBy), createdBy],
    [text(messages.agent), agent],
    [text(messages.buildAgent), buildAgent],
    [text(messages.duration), duration && formats.duration(duration)],
    [
      text(messages.page),
      url && (
        <OutsideLink key="url" url={url}>
          {url}
        </OutsideLink>
      ),
    ],
    ...vcs.map((each): [string, ReactNode] => [
      text(messages.revision),
      <Revision key={each.revision} {...each} />,
    ]),
    [
      text(messages.otherRuns),
      otherRuns.length > 0 && (
        <span className="builds-others">
          {otherRuns.map((when) => (
            <Link key={when} to={runAddress(name, number, when)}>
              <When date={when} />
            </Link>
          ))}
        </span>
      ),
    ],
  ];
  return (
    <dl className="builds-facts">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([term, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a term may stand there twice, and their order stays
          <Fragment key={at}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function Revision({ url, revision, branch, message }: BuildDetails['vcs'][number]) {
  return (
    <>
      <span className="ld-mono">{revision}</span> {branch}
      {url && (
        <span className="builds-soft">
          <OutsideLink url={url}>{url}</OutsideLink>
        </span>
      )}
      {message && <span className="builds-soft">{message}</span>}
    </>
  );
}
