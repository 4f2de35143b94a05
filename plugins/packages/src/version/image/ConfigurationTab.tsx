import type { DockerLayers } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import { ImageOf } from './ImageOf.tsx';

/** Shows the configuration of containers of the image. */
export function ConfigurationTab({ parts }: { parts: VersionParts }) {
  return <ImageOf parts={parts}>{(image) => <Configuration image={image} />}</ImageOf>;
}

function Configuration({ image: { tagInfo } }: { image: DockerLayers }) {
  const text = useText();
  const { config, ports, volumes, labels } = tagInfo;
  const facts = [
    [text(messages.user), config && (config.user || text(messages.root))],
    [text(messages.workingDir), config?.workingDir && <code>{config.workingDir}</code>],
    [text(messages.entrypoint), <Words key="entrypoint" words={config?.entrypoint} />],
    [text(messages.command), <Words key="command" words={config?.command} />],
    [text(messages.ports), ports.join(', ')],
    [text(messages.volumes), volumes.join(', ')],
    [text(messages.stopSignal), config?.stopSignal],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <Pairs
        heading={text(messages.environment)}
        pairs={config?.env ?? []}
        none={text(messages.noEnvironment)}
      />
      <Pairs heading={text(messages.labels)} pairs={labels} none={text(messages.noLabels)} />
    </>
  );
}

/** Shows words in the exec form of a Dockerfile. */
function Words({ words = [] }: { words: readonly string[] | undefined }) {
  const text = useText();
  if (words.length === 0) return <span className="ld-soft">{text(messages.notSet)}</span>;
  return <code>{JSON.stringify(words)}</code>;
}

function Pairs(props: { heading: string; pairs: readonly { key: string; value: string }[]; none: string }) {
  const { heading, pairs, none } = props;
  return (
    <section className="packages-layers__pairs">
      <h2 className="packages-layers__heading">{heading}</h2>
      {pairs.length === 0 ? (
        <p className="ld-soft">{none}</p>
      ) : (
        <ul className="packages-layers__labels">
          {pairs.map(({ key, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variable can be set twice, and the order is fixed
            <li key={at}>
              <span className="ld-mono">{key}</span> <code>{value}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
