import type { TreeFile, TreeNodeDetails } from '@lading/contract/rest';
import { Button, CopyField, Rich, type Text, useFormats, useText, When } from '@lading/ui';
import { Facts, type SbomFormat, SbomLinks } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { treeAddress } from '../address/treeAddress.ts';
import { messages as common } from '../messages.ts';
import { EmptyRepository } from './EmptyRepository.tsx';
import { messages } from './messages.ts';
import type { NodeStore } from './NodeStore.ts';

type Fact = readonly [term: string, value: ReactNode];

/** Shows the location, origin, and size of a node. */
export const GeneralTab = observer(function GeneralTab(props: { store: NodeStore; node: TreeNodeDetails }) {
  const { store, node } = props;
  const text = useText();
  const { file } = node;
  const repository: Fact[] = [
    [text(messages.class), text(common[node.repoType])],
    [text(messages.packageType), node.repoPkgType],
    ...(node.empty
      ? []
      : [
          [
            text(messages.sbom),
            <SbomLinks key="sbom" url={(format) => sbomUrl(node.repoKey, format)} />,
          ] as const,
        ]),
  ];
  const facts: Fact[] = [
    [
      text(messages.repository),
      <Link key="repo" to={treeAddress(node.repoKey)}>
        {node.repoKey}
      </Link>,
    ],
    ...(node.type === 'repository' ? repository : []),
    ...(node.description ? [[text(messages.description), node.description] as const] : []),
    ...(node.path === ''
      ? []
      : [
          [
            text(messages.pathLabel),
            <span key="path" className="repositories-path">
              {node.path}
            </span>,
          ] as const,
        ]),
    [
      text(messages.address),
      <CopyField key="url" text={location.origin + node.uri} what={text(messages.address)} />,
    ],
    ...(node.members?.length
      ? [[text(messages.members), <Members key="members" node={node} />] as const]
      : []),
  ];
  if (!file)
    return (
      <>
        <Facts
          facts={[
            ...facts,
            ...(node.empty ? [] : [[text(messages.contents), <Count key="count" store={store} />] as const]),
          ]}
        />
        {node.empty && <EmptyRepository node={node} />}
      </>
    );
  return <Facts facts={[...facts, ...factsOfFile(file, text)]} />;
});

function sbomUrl(repo: string, format: SbomFormat): string {
  return `/ui/api/v1/ui/sbom/repository/${encodeURIComponent(repo)}?format=${format}`;
}

function factsOfFile(file: TreeFile, text: Text): Fact[] {
  const by = (date: string, who: string) => (
    <Rich message={messages.by} elements={{ when: <When date={date} />, who }} />
  );
  const licenses = [...new Set(file.versions.flatMap((version) => version.licenses))];
  return [
    [text(messages.size), <Size key="size" bytes={file.size} />],
    [text(messages.kind), file.mimeType],
    [text(messages.created), by(file.created, file.createdBy)],
    [text(messages.modified), by(file.modified, file.modifiedBy)],
    [text(messages.downloads), <Amount key="downloads" value={file.downloads} />],
    [
      text(messages.lastDownloaded),
      file.lastDownloaded ? <When key="last" date={file.lastDownloaded} /> : text(messages.never),
    ],
    ...(file.versions.length > 0
      ? [[text(messages.packages), <Versions key="versions" versions={file.versions} />] as const]
      : []),
    ...(licenses.length > 0 ? [[text(messages.licenses), licenses.join(', ')] as const] : []),
  ];
}

function Size(props: { bytes: number }) {
  const formats = useFormats();
  return (
    <span className="ld-numbers" title={formats.count(props.bytes)}>
      {formats.size(props.bytes)}
    </span>
  );
}

function Amount(props: { value: number }) {
  return <span className="ld-numbers">{useFormats().count(props.value)}</span>;
}

function Versions(props: { versions: TreeFile['versions'] }) {
  return (
    <ul className="repositories-list">
      {props.versions.map(({ packageId, packageName, version }) => (
        <li key={`${packageId} ${version}`}>
          <Link to={`/packages/${encodeURIComponent(packageId)}/${encodeURIComponent(version)}`}>
            {`${packageName} ${version}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Members(props: { node: TreeNodeDetails }) {
  const { node } = props;
  return (
    <ul className="repositories-list">
      {node.members?.map((member) => (
        <li key={member}>
          <Link to={treeAddress(member, node.path)}>{member}</Link>
        </li>
      ))}
    </ul>
  );
}

const Count = observer(function Count(props: { store: NodeStore }) {
  const { count } = props.store;
  const text = useText();
  const formats = useFormats();
  if (count.value) {
    const { artifactsCount, artifactSize } = count.value;
    return (
      <span className="ld-numbers" role="status">
        {text(messages.counted, { count: artifactsCount, size: formats.size(artifactSize) })}
      </span>
    );
  }
  return (
    <>
      <Button
        label={text(messages.count)}
        busy={count.status === 'busy'}
        onClick={() => void count.fetch()}
      />
      {count.error && (
        <span role="alert" className="repositories-failed">
          {text(messages.countFailed, { cause: count.error.message })}
        </span>
      )}
    </>
  );
});
