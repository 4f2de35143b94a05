import type { BundleAttestation, BundleDetails } from '@lading/contract/rest';
import { ErrorState, Fetched, Icon, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { AttachButton } from './AttachButton.tsx';
import { fetchAttestations, recordPath } from './evidenceApi.ts';
import { messages } from './messages.ts';

interface Props {
  readonly details: BundleDetails;
  /** After an attestation was attached. */
  readonly onChanged: () => void;
}

/** Signatures and attestations of a version, to download. */
export const EvidenceSection = observer(function EvidenceSection({ details, onChanged }: Props) {
  const { http } = useShell();
  const text = useText();
  const { name, version, mayPromote, signature } = details;
  const attestations = useMemo(
    () =>
      new Fetched<readonly BundleAttestation[]>([], (signal) =>
        fetchAttestations(http, { name, version }, signal),
      ),
    [http, name, version],
  );
  useEffect(() => {
    void attestations.need();
    return () => attestations.dispose();
  }, [attestations]);
  const path = recordPath({ name, version });
  return (
    <section>
      <h2>{text(messages.title)}</h2>
      <p className="bundles-downloads">
        <a href={`${path}/attestation`} download={`${name}-${version}.dsse.json`}>
          {text(messages.attestation)}
        </a>
        <a href={`${path}/statement`} download>
          {text(messages.statement)}
        </a>
        {signature.openPgpKey !== null && (
          <a href={`${path}/statement.asc`} download>
            {text(messages.openPgp)}
          </a>
        )}
      </p>
      <p className="ld-soft">{text(messages.about)}</p>
      {attestations.error ? (
        <ErrorState
          what={text(messages.failed)}
          cause={attestations.error.message}
          onRetry={() => void attestations.fetch()}
        />
      ) : (
        <>
          {attestations.settled && attestations.value.length === 0 && <p>{text(messages.none)}</p>}
          <ul className="bundles-timeline">
            {attestations.value.map((each) => (
              <Attestation key={each.id} attestation={each} path={path} />
            ))}
          </ul>
        </>
      )}
      {mayPromote && (
        <AttachButton
          {...{ name, version }}
          onAttached={() => {
            void attestations.fetch();
            onChanged();
          }}
        />
      )}
    </section>
  );
});

function Attestation({ attestation, path }: { attestation: BundleAttestation; path: string }) {
  const text = useText();
  const { id, predicateType, artifacts, keyName, builder, attached, attachedBy } = attestation;
  return (
    <li>
      <Icon name={keyName === null ? 'warning' : 'checkCircle'} />
      <div>
        <strong className="ld-mono">{predicateType}</strong>
        <p>
          {keyName === null ? text(messages.unverified) : text(messages.verified, { key: keyName })} ·{' '}
          {text(messages.facts, { count: artifacts })}
          {builder !== null && ` · ${text(messages.builder, { builder })}`}
        </p>
        <p className="ld-soft">
          <When date={attached} /> · {attachedBy} ·{' '}
          <a
            href={`${path}/attestations/${id}`}
            download
            aria-label={text(messages.downloadNamed, { type: predicateType })}
          >
            {text(messages.download)}
          </a>
        </p>
      </div>
    </li>
  );
}
