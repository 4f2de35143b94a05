import type { ImageReferrer, ImageReferrers } from '@lading/contract/rest';
import { EmptyState, FetchedView, ShortName, useFormats, useStyles, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import type { VersionParts } from '../VersionStore.ts';
import css from './layers.css?inline';
import { messages } from './messages.ts';

/** Signatures, SBOMs, and attestations of an image, with their contents. */
export function ReferrersTab({ parts }: { parts: VersionParts }) {
  useStyles(css);
  const text = useText();
  return (
    <FetchedView fetched={parts.referrers} failure={text(messages.referrersFailed)}>
      {(found) =>
        found.referrers.length === 0 ? (
          <EmptyState icon="document" what={text(messages.noReferrers)} more={text(messages.noReferrersMore)}>
            <code>cosign sign IMAGE</code>
          </EmptyState>
        ) : (
          <Referrers found={found} />
        )
      }
    </FetchedView>
  );
}

function Referrers({ found }: { found: ImageReferrers }) {
  const text = useText();
  return (
    <>
      <p className="ld-soft">{text(messages.notVerified)}</p>
      <ul className="packages-referrers">
        {found.referrers.map((referrer) => (
          <Referrer key={referrer.digest} referrer={referrer} />
        ))}
      </ul>
      {found.more && (
        <p className="ld-soft">{text(messages.moreReferrers, { count: found.referrers.length })}</p>
      )}
    </>
  );
}

function Referrer({ referrer }: { referrer: ImageReferrer }) {
  const text = useText();
  const formats = useFormats();
  const { kind, type, digest, platform, size, created, facts, annotations } = referrer;
  const shown = [
    ...facts.map(({ key, value }) => [factName(key, text), value] as const),
    [text(messages.platform), platform],
    [text(messages.created), created && <When key="created" date={created} />],
    [text(messages.size), formats.size(size)],
    [
      text(messages.digest),
      <span key="digest" className="ld-mono">
        <ShortName text={digest} />
      </span>,
    ],
  ] as const;
  return (
    <li>
      <h2 className="packages-layers__heading">
        {text(messages[kind])} <code className="ld-soft">{type}</code>
      </h2>
      <Facts facts={shown} />
      {annotations.length > 0 && (
        <details>
          <summary>{text(messages.annotations, { count: annotations.length })}</summary>
          <Facts facts={annotations.map(({ key, value }) => [key, value] as const)} />
        </details>
      )}
    </li>
  );
}

function factName(key: string, text: ReturnType<typeof useText>): string {
  const names = {
    format: messages.format,
    tool: messages.tool,
    packages: messages.packages,
    predicate: messages.predicate,
    builder: messages.builder,
    source: messages.source,
    identity: messages.identity,
  } as const;
  const name = Object.hasOwn(names, key) ? names[key as keyof typeof names] : undefined;
  return name ? text(name) : key;
}
