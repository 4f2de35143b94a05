import { Icon, useStyles, useText } from '@lading/ui';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { messages as search } from '../../search/messages.ts';
import { SearchBoxStore } from '../../search/SearchBoxStore.ts';
import { ariaKeys } from '../../shortcuts/keys.ts';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { useOverlays } from '../overlay/OverlaysContext.ts';
import { SEARCH } from '../overlay/overlays.ts';
import { KeyCaps } from '../shortcuts/KeyCaps.tsx';
import { SearchPanel } from './SearchPanel.tsx';
import css from './searchBox.css?inline';

/** Search box for all categories: a combobox over the suggestions of the platform. */
export const SearchBox = observer(function SearchBox() {
  useStyles(css);
  const shell = useFrame();
  const { shortcuts } = useOverlays();
  const text = useText();
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const [store] = useState(() => new SearchBoxStore(shell));

  useEffect(() => {
    const { navigation } = shell;
    const stop = reaction(
      () => [navigation.place.pathname, navigation.place.search],
      () => store.follow(),
      { fireImmediately: true, equals: (one, other) => one.join() === other.join() },
    );
    return () => {
      stop();
      store.dispose();
    };
  }, [shell, store]);

  const { current, offered, options, open, active, typed } = store;
  if (!current) return null;
  const label = text(messages.search, { what: text(current.category.label).toLowerCase() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!store.search()) store.show();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { key, ctrlKey, metaKey } = event;
    const many = options.length;
    if ((key === 'ArrowDown' || key === 'ArrowUp') && !open) {
      event.preventDefault();
      store.show();
    } else if (key === 'ArrowDown' && many > 0) {
      event.preventDefault();
      store.point(active + 1 >= many ? -1 : active + 1);
    } else if (key === 'ArrowUp' && many > 0) {
      event.preventDefault();
      store.point(active < 0 ? many - 1 : active - 1);
    } else if (key === 'Escape' && open) {
      event.preventDefault();
      store.hide();
    } else if (key === 'Enter' && open && options[active]) {
      event.preventDefault();
      store.go(options[active], ctrlKey || metaKey);
    }
  };
  return (
    <search
      ref={box}
      className="lading-searchbox"
      data-frame-part="search"
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) store.hide();
      }}
    >
      {offered.length > 1 && (
        <select
          className="lading-searchbox-in"
          aria-label={text(search.in)}
          value={current.category.id}
          onChange={({ target }) => store.choose(target.value)}
        >
          {offered.map(({ category, disabled }) => (
            <option key={category.id} value={category.id} disabled={disabled}>
              {disabled ? text(search.withinProject, { label: text(category.label) }) : text(category.label)}
            </option>
          ))}
        </select>
      )}
      <Icon name="search" size={16} />
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <input
          type="search"
          role="combobox"
          name="name"
          aria-label={label}
          placeholder={label}
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-describedby={open ? `${id}-note` : undefined}
          aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
          aria-keyshortcuts={shortcuts.isActive(SEARCH) ? ariaKeys(shortcuts.keysOf(SEARCH)) : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onChange={({ target }) => store.type(target.value)}
          onFocus={() => store.show()}
          onClick={() => store.show()}
          onKeyDown={onKeyDown}
        />
      </form>
      {shortcuts.isActive(SEARCH) && (
        <span className="lading-key" aria-hidden="true">
          <KeyCaps keys={shortcuts.keysOf(SEARCH)} />
        </span>
      )}
      <SearchPanel id={id} store={store} current={current} />
    </search>
  );
});
