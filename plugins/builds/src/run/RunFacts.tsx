import type { BuildDetails } from '@lading/contract/rest';
import { OutsideLink, useFormats, useText, When } from '@lading/ui';
import { type Fact, Facts } from '@lading/ui/display';
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
    [text(messages.sbom), <SbomLinks key="sbom" name={name} number={number} started={started} />],
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

/** Links that download the SBOM of the run, named by format. */
function SbomLinks({ name, number, started }: Pick<BuildDetails, 'name' | 'number' | 'started'>) {
  const url = (format: string) =>
    `/ui/api/v1/ui/sbom/build/${encodeURIComponent(name)}/${encodeURIComponent(number)}?${new URLSearchParams({ format, started })}`;
  return (
    // One element: a fact puts each of several on a line of its own.
    <span>
      <a href={url('cyclonedx')} download>
        CycloneDX 1.6
      </a>
      {', '}
      <a href={url('spdx')} download>
        SPDX 2.3
      </a>
    </span>
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
