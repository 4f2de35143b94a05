import type { DockerLayer, DockerLayers } from '@lading/contract/rest';
import { CopyButton, ShortName, useFormats, useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import { ImageOf } from './ImageOf.tsx';

/** Lists the layers of an image with the commands that created them. */
export function LayersTab({ parts }: { parts: VersionParts }) {
  return <ImageOf parts={parts}>{(image, selected) => <Image image={image} selected={selected} />}</ImageOf>;
}

function Image({ image, selected }: { image: DockerLayers; selected: boolean }) {
  const text = useText();
  const formats = useFormats();
  const { tagInfo, blobsInfo } = image;
  const { title, digest, totalSize, platform } = tagInfo;
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
    [text(messages.platform), selected ? undefined : platform],
    [text(messages.totalSize), formats.size(totalSize)],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <h2 className="packages-layers__heading">{text(messages.steps, { count: blobsInfo.length })}</h2>
      <LayerBar layers={blobsInfo} />
      <ol className="packages-layers">
        {blobsInfo.map((layer, at) => (
          <Layer key={layer.id} layer={layer} number={at + 1} share={layer.size / largest} />
        ))}
      </ol>
    </>
  );
}

/**
 * The layers as a bar, with widths by size. The list below has the same data for users who cannot
 * see the bar.
 */
function LayerBar({ layers }: { layers: readonly DockerLayer[] }) {
  const formats = useFormats();
  const filled = layers.map((layer, at) => ({ ...layer, number: at + 1 })).filter(({ size }) => size > 0);
  return (
    <div className="packages-layers__bar" aria-hidden="true">
      {filled.map(({ id, size, number, command, commandText }) => (
        <span
          key={id}
          style={{ flexGrow: size }}
          title={`${number}. ${formats.size(size)} · ${command} ${commandText}`}
        />
      ))}
    </div>
  );
}

/** `share`: size relative to the largest layer, shown as a bar. */
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
