import type { BundleDetails } from '@lading/contract/rest';
import { CopyField, Icon, useFormats, useText, When } from '@lading/ui';
import { Facts, SbomLinks } from '@lading/ui/display';
import { sbomUrl } from '../content/contentApi.ts';
import { messages as content } from '../content/messages.ts';
import { messages } from '../messages.ts';
import { Environments } from '../source/Environments.tsx';

/** Creator, creation time, source, and signature status of a version. */
export function BundleFacts({ details }: { details: BundleDetails }) {
  const text = useText();
  const formats = useFormats();
  const { signature, repositories, artifacts, bytes, sources } = details;
  return (
    <section aria-label={text(messages.facts)}>
      <Verdict signature={signature} />
      <Facts
        facts={[
          [
            text(messages.created),
            <span key="created">
              <When date={details.created} /> · {details.createdBy}
            </span>,
          ],
          [
            text(messages.content),
            `${text(messages.countedArtifacts, { count: artifacts })} · ${formats.size(bytes)}`,
          ],
          [
            text(messages.repositories),
            repositories.map(({ key, artifacts: count }) => `${key} (${formats.count(count)})`).join(', '),
          ],
          [text(messages.environments), <Environments key="environments" names={details.environments} />],
          [
            text(messages.sources),
            <ul key="sources" className="bundles-sources">
              {sources.map((source) => (
                <li key={source}>{source}</li>
              ))}
            </ul>,
          ],
          [
            text(content.sbom),
            signature.valid && <SbomLinks key="sbom" url={(format) => sbomUrl(details, format)} />,
          ],
          [
            text(messages.keyId),
            signature.keyId && (
              <span key="key" className="ld-mono">
                {signature.keyId}
              </span>
            ),
          ],
        ]}
      />
      <details>
        <summary>{text(messages.verifyYourself)}</summary>
        <p>{text(messages.verifyHow)}</p>
        <CopyField prompt what={text(messages.command)} text={attestationCommand(details)} />
        <CopyField prompt what={text(messages.command)} text={keyCommand(signature.keyName)} />
        {signature.openPgpKey !== null && (
          <>
            <p>{text(messages.verifyOpenPgp, { key: signature.openPgpKey })}</p>
            {openPgpCommands(details).map((command) => (
              <CopyField key={command} prompt what={text(messages.command)} text={command} />
            ))}
          </>
        )}
      </details>
    </section>
  );
}

function Verdict({ signature: { valid, keyName, problem } }: Pick<BundleDetails, 'signature'>) {
  const text = useText();
  return (
    <p className={`bundles-note ${valid ? 'bundles-note--valid' : 'bundles-note--invalid'}`}>
      <Icon name={valid ? 'checkCircle' : 'error'} />
      <span>
        <strong>{text(valid ? messages.valid : messages.invalid)}</strong>{' '}
        {valid ? text(messages.validMore, { key: keyName }) : text(messages.invalidMore, { problem })}
      </span>
    </p>
  );
}

function attestationCommand({ name, version }: BundleDetails): string {
  const path = `${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
  return `curl -u USER:TOKEN '${location.origin}/lifecycle/api/v2/release_bundle/records/${path}/attestation'`;
}

function keyCommand(keyName: string): string {
  return `curl -u USER:TOKEN '${location.origin}/artifactory/api/security/keypair/${encodeURIComponent(keyName)}'`;
}

function openPgpCommands({ name, version }: BundleDetails): string[] {
  const path = `${location.origin}/lifecycle/api/v2/release_bundle/records/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;
  return [
    `curl -u USER:TOKEN '${location.origin}/artifactory/api/security/keypair/default-openpgp/key' | gpg --import`,
    `curl -u USER:TOKEN -o statement.json '${path}/statement'`,
    `curl -u USER:TOKEN -o statement.json.asc '${path}/statement.asc'`,
    'gpg --verify statement.json.asc statement.json',
  ];
}
