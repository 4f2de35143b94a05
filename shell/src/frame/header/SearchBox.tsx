import { Icon, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useRef } from 'react';
import { useFrame } from '../FrameContext.ts';
import { messages } from '../messages.ts';

/** Takes the name to the first category's own page. */
export const SearchBox = observer(function SearchBox() {
  const { navigation, registry, allows } = useFrame();
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
          autoComplete="off"
          spellCheck={false}
        />
      </form>
      <span className="lading-key" aria-hidden="true">
        /
      </span>
    </search>
  );
});
