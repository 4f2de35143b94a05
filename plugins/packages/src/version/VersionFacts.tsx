import { CopyButton, ShortName, useFormats, useStyles, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { Fragment } from 'react';
import { Link } from 'react-router-dom';
import { treeAddress } from '../address/treeAddress.ts';
import { RiskLevel } from '../scanning/RiskLevel.tsx';
import { ScanResult } from '../scanning/ScanResult.tsx';
import css from './digest.css?inline';
import { messages } from './messages.ts';
import { digestOf, type VersionDetails } from './versionApi.ts';

/** The most important facts of a version. */
export function VersionFacts(props: { version: VersionDetails }) {
  const { version } = props;
  const text = useText();
  const formats = useFormats();
  const digest = digestOf(version.files);
  const risk = version.operationalRisk?.riskLevel;
  const facts = [
    [text(messages.published), <When key="created" date={version.created} />],
    [text(messages.modified), <When key="modified" date={version.modified} />],
    [text(messages.size), formats.size(version.size)],
    [text(messages.downloads), formats.count(version.stats.downloadCount)],
    [
      text(messages.licenses),
      version.licenses.map(({ name }) => name).join(', ') || text(messages.noLicense),
    ],
    [text(messages.repositories), <Holders key="repos" repos={version.repos} />],
    [text(messages.security), <ScanResult key="scan" found={version.vulnerabilities} />],
    ...(risk ? ([[text(messages.risk), <RiskLevel key="risk" level={risk} />]] as const) : []),
    ...(digest
      ? ([[text(messages.digest), <Digest key="digest" digest={`sha256:${digest}`} />]] as const)
      : []),
  ] as const;
  return <Facts facts={facts} />;
}

/** Lists the repositories that contain the version, with links to its files. */
function Holders(props: { repos: VersionDetails['repos'] }) {
  const text = useText();
  return props.repos.map(({ name, leadFilePath }, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <Link to={treeAddress(name, leadFilePath)} title={text(messages.inTree)}>
        {name}
      </Link>
    </Fragment>
  ));
}

function Digest(props: { digest: string }) {
  useStyles(css);
  const text = useText();
  return (
    <span className="packages-digest ld-mono">
      <ShortName text={props.digest} />
      <CopyButton text={props.digest} what={text(messages.digest)} />
    </span>
  );
}
