import type { DockerLayer, DockerLayers } from '@lading/contract/rest';
import { CopyButton, EmptyState, FetchedView, ShortName, useFormats, useStyles, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import css from './layers.css?inline';

/** What an image consists of, step by step. */
export function LayersTab(props: { parts: VersionParts }) {
  useStyles(css);
  const text = useText();
  return (
    <FetchedView fetched={props.parts.layers} failure={text(messages.layersFailed)}>
      {(image) =>
        image && (image.tagInfo.platforms?.length ?? 0) > 1 ? (
          <Platforms image={image} parts={props.parts} />
        ) : (
          <Image image={image} />
        )
      }
    </FetchedView>
  );
}

/** What an index has images for, and the one that the address names: the platform's own choice otherwise. */
function Platforms(props: { image: DockerLayers; parts: VersionParts }) {
  const text = useText();
  const navigate = useNavigate();
  const [keys] = useSearchParams();
  const { image, parts } = props;
  const { platform, platforms = [] } = image.tagInfo;
  // Two may have one name, such as images for two versions of Windows.
  const keyOf = ({ name, digest }: (typeof platforms)[number]) =>
    platforms.filter((each) => each.name === name).length > 1 ? digest : name;
  const first = platforms.find(({ name }) => name === platform) ?? platforms[0];
  const shown = platforms.find((each) => keyOf(each) === keys.get('platform')) ?? first;
  const choose = (digest: string) => {
    const chosen = platforms.find((each) => each.digest === digest);
    const changed = new URLSearchParams(keys);
    changed.delete('platform');
    if (chosen && chosen !== first) changed.set('platform', keyOf(chosen));
    void navigate({ search: `?${changed}` }, { replace: true });
  };
  return (
    <>
      <label className="packages-layers__platform">
        <span className="ld-soft">{text(messages.platform)}</span>
        <select value={shown?.digest} onChange={({ target }) => choose(target.value)}>
          {platforms.map(({ name, digest }) => (
            <option key={digest} value={digest}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {shown && shown !== first ? (
        <FetchedView
          key={shown.digest}
          fetched={parts.layersOf(shown.digest)}
          failure={text(messages.layersFailed)}
        >
          {(other) => <Image image={other} chosen />}
        </FetchedView>
      ) : (
        <Image image={image} />
      )}
    </>
  );
}

/** `chosen`: its platform stands above it. */
function Image({ image, chosen = false }: { image: DockerLayers | undefined; chosen?: boolean }) {
  const text = useText();
  const formats = useFormats();
  if (!image || image.blobsInfo.length === 0)
    return <EmptyState icon="package" what={text(messages.noLayers)} more={text(messages.noLayersMore)} />;
  const { tagInfo, blobsInfo } = image;
  const { title, digest, totalSize, ports, volumes, labels, platform, platforms = [] } = tagInfo;
  const largest = Math.max(1, ...blobsInfo.map(({ size }) => size));
  const facts = [
    [text(messages.image), title],
    [
      text(messages.digest),
      <span key="digest" className="packages-digest ld-mono">
        <ShortName text={digest} />
        <CopyButton text={digest} what={text(messages.digest)} />
      </span>,
    ],
    ...(platform && platforms.length < 2 && !chosen ? ([[text(messages.platform), platform]] as const) : []),
    [text(messages.totalSize), formats.size(totalSize)],
    ...(ports.length > 0 ? ([[text(messages.ports), ports.join(', ')]] as const) : []),
    ...(volumes.length > 0 ? ([[text(messages.volumes), volumes.join(', ')]] as const) : []),
    ...(labels.length > 0
      ? ([[text(messages.labels), <Labels key="labels" labels={labels} />]] as const)
      : []),
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <h3 className="packages-layers__heading">{text(messages.steps, { count: blobsInfo.length })}</h3>
      <ol className="packages-layers">
        {blobsInfo.map((layer, at) => (
          <Layer key={layer.id} layer={layer} number={at + 1} share={layer.size / largest} />
        ))}
      </ol>
    </>
  );
}

function Labels({ labels }: { labels: DockerLayers['tagInfo']['labels'] }) {
  return (
    <ul className="packages-layers__labels">
      {labels.map(({ key, value }) => (
        <li key={key}>
          <span className="ld-mono">{key}</span> {value}
        </li>
      ))}
    </ul>
  );
}

/** `share`: of the largest layer, for those who would rather look than read. */
function Layer({ layer, number, share }: { layer: DockerLayer; number: number; share: number }) {
  const text = useText();
  const formats = useFormats();
  const { command, commandText, size, digest, shortId } = layer;
  return (
    <li className="packages-layer">
      <code className="packages-layer__command">
        {command !== '' && <b>{command} </b>}
        {commandText}
      </code>
      <span className="packages-layer__facts ld-soft">
        {digest !== '' && (
          <span className="packages-layer__bar" aria-hidden="true">
            <span style={{ inlineSize: `${Math.ceil(share * 100)}%` }} />
          </span>
        )}
        <span className="packages-layer__size">
          {digest === '' ? text(messages.emptyStep) : formats.size(size)}
        </span>
        {digest !== '' && (
          <span className="packages-layer__digest ld-mono">
            {shortId}
            <CopyButton text={digest} what={text(messages.layerDigest, { number })} />
          </span>
        )}
      </span>
    </li>
  );
}
