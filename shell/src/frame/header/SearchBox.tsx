import { Icon, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useRef } from 'react';
import { ariaKeys } from '../../shortcuts/keys.ts';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';
import { useOverlays } from '../overlay/OverlaysContext.ts';
import { SEARCH } from '../overlay/overlays.ts';
import { KeyCaps } from '../shortcuts/KeyCaps.tsx';

/** Takes the name to the first category's own page. */
export const SearchBox = observer(function SearchBox() {
  const { navigation, registry, allows } = useFrame();
  const { shortcuts } = useOverlays();
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [category] = registry
    .list('searchCategories')
    .map(({ value }) => value)
    .filter(({ requires }) => allows(requires))
    .sort((one, other) => (one.order ?? 999) - (other.order ?? 999));

  if (!category) return null;
  const { label, path } = category;
  const search = (event: FormEvent) => {
    event.preventDefault();
    const name = input.current?.value.trim() ?? '';
    void navigation.go(name === '' ? path : `${path}?name=${encodeURIComponent(name)}`);
  };
  return (
    <search className="lading-searchbox">
      <Icon name="search" size={16} />
      <form onSubmit={search} style={{ display: 'contents' }}>
        <input
          ref={input}
          type="search"
          name="name"
          aria-label={text(messages.search, { what: text(label).toLowerCase() })}
          placeholder={text(messages.search, { what: text(label).toLowerCase() })}
          aria-keyshortcuts={shortcuts.isActive(SEARCH) ? ariaKeys(shortcuts.keysOf(SEARCH)) : undefined}
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      {shortcuts.isActive(SEARCH) && (
        <span className="lading-key" aria-hidden="true">
          <KeyCaps keys={shortcuts.keysOf(SEARCH)} />
        </span>
      )}
    </search>
  );
});
