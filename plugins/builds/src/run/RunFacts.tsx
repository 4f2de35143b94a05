import type { BuildDetails } from '@lading/contract/rest';
import { OutsideLink, useFormats, useText, When } from '@lading/ui';
import { type Fact, Facts, type SbomFormat, SbomLinks } from '@lading/ui/display';
import { Link } from 'react-router-dom';
import { runAddress } from '../addresses.ts';
import { messages } from '../messages.ts';

/** Details of a run; details not provided by its client are omitted. */
export function RunFacts({ details }: { details: BuildDetails }) {
  const text = useText();
  const formats = useFormats();
  const { name, number, started, createdBy, agent, buildAgent, url, duration, vcs, otherRuns } = details;
  const facts: Fact[] = [
    [text(messages.started), <When key="started" date={started} />],
    [text(messages.publishedBy), createdBy],
    [text(messages.agent), agent],
    [text(messages.buildAgent), buildAgent],
    [text(messages.duration), duration && formats.duration(duration)],
    [text(messages.sbom), <SbomLinks key="sbom" url={(format) => sbomUrl(details, format)} />],
    [
      text(messages.page),
      url && (
        <OutsideLink key="url" url={url}>
          {url}
        </OutsideLink>
      ),
    ],
    ...vcs.map((each): Fact => [text(messages.revision), <Revision key={each.revision} {...each} />]),
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
    <div className="builds-facts">
      <Facts facts={facts} />
    </div>
  );
}

function sbomUrl({ name, number, started }: BuildDetails, format: SbomFormat): string {
  return `/ui/api/v1/ui/sbom/build/${encodeURIComponent(name)}/${encodeURIComponent(number)}?${new URLSearchParams({ format, started })}`;
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
