import type { TreeFavorite } from '@lading/contract/rest';
import { Button, Icon, ShortName, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { treeAddress } from '../address/treeAddress.ts';
import type { FavoritesStore } from './FavoritesStore.ts';
import { messages } from './messages.ts';

const ICONS = { repository: 'database', folder: 'folder', file: 'document' } as const;

/** Lists the user's favorites. Renders nothing when there are none. */
export const FavoriteList = observer(function FavoriteList(props: {
  store: FavoritesStore;
  /** Called when the user opens a favorite. */
  onChoose: () => void;
}) {
  const { store, onChoose } = props;
  const { user } = useShell();
  const text = useText();
  const { signedIn } = user;
  useEffect(() => void (signedIn && store.list.need()), [store, signedIn]);
  const places = store.list.value ?? [];
  if (places.length === 0) return null;
  return (
    <details className="repositories-favorites" open>
      <summary>{text(messages.title)}</summary>
      <ul>
        {places.map((place) => (
          <Favorite key={`${place.repoKey}/${place.path}`} store={store} place={place} onChoose={onChoose} />
        ))}
      </ul>
    </details>
  );
});

function Favorite(props: { store: FavoritesStore; place: TreeFavorite; onChoose: () => void }) {
  const { store, place, onChoose } = props;
  const { repoKey, path, type } = place;
  const { notifications } = useShell();
  const text = useText();
  const name = path === '' ? repoKey : path;
  const whole = path === '' ? repoKey : `${repoKey}/${path}`;
  if (type) {
    return (
      <li>
        <Link to={treeAddress(repoKey, path)} title={whole} onClick={onChoose}>
          <Icon name={ICONS[type]} size={16} />
          <ShortName text={name} />
          {path !== '' && <span className="repositories-favorites__where">{repoKey}</span>}
        </Link>
      </li>
    );
  }
  const forget = () =>
    store
      .turn(place)
      .catch((cause: Error) => notifications.error(text(messages.failed, { cause: cause.message })));
  return (
    <li className="repositories-favorites__gone">
      <span className="ld-soft" title={whole}>
        {name} · {text(messages.gone)}
      </span>
      <Button
        kind="quiet"
        icon="close"
        iconOnly
        label={text(messages.removeOne, { name: whole })}
        onClick={() => void forget()}
      />
    </li>
  );
}
