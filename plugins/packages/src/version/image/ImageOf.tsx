import type { DockerLayers } from '@lading/contract/rest';
import { EmptyState, FetchedView, useStyles, useText } from '@lading/ui';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { messages } from '../messages.ts';
import type { VersionParts } from '../VersionStore.ts';
import css from './layers.css?inline';

interface Props {
  readonly parts: VersionParts;
  /** `selected`: whether the user selects the platform above. */
  readonly children: (image: DockerLayers, selected: boolean) => ReactNode;
}

/** Renders the image of a version. For an index, renders the image of the platform in the URL. */
export function ImageOf({ parts, children }: Props) {
  useStyles(css);
  const text = useText();
  return (
    <FetchedView fetched={parts.layers} failure={text(messages.layersFailed)}>
      {(image) =>
        image && (image.tagInfo.platforms?.length ?? 0) > 1 ? (
          <Platforms image={image} parts={parts}>
            {children}
          </Platforms>
        ) : (
          <Shown image={image} selected={false}>
            {children}
          </Shown>
        )
      }
    </FetchedView>
  );
}

/** Selects a platform of an index, and renders its image: the one in the URL, or the default. */
function Platforms({ image, parts, children }: Props & { image: DockerLayers }) {
  const text = useText();
  const navigate = useNavigate();
  const [keys] = useSearchParams();
  const { platform, platforms = [] } = image.tagInfo;
  // Two platforms may have the same name, such as images for two versions of Windows.
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
          {(other) => (
            <Shown image={other} selected>
              {children}
            </Shown>
          )}
        </FetchedView>
      ) : (
        <Shown image={image} selected>
          {children}
        </Shown>
      )}
    </>
  );
}

function Shown(props: { image: DockerLayers | undefined; selected: boolean; children: Props['children'] }) {
  const text = useText();
  const { image, selected, children } = props;
  if (!image || image.blobsInfo.length === 0)
    return <EmptyState icon="package" what={text(messages.noLayers)} more={text(messages.noLayersMore)} />;
  return <>{children(image, selected)}</>;
}
