import { Icon } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef } from 'react';
import { useFrame } from '../FrameContext.ts';

/** Takes the name to the first category's own page. `/` focuses it. */
export const SearchBox = observer(function SearchBox() {
  const { navigation, registry, allows } = useFrame();
  const input = useRef<HTMLInputElement>(null);
  const [category] = registry
    .list('searchCategories')
    .map(({ value }) => value)
    .filter(({ requires }) => allows(requires))
    .sort((one, other) => (one.order ?? 999) - (other.order ?? 999));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

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
          aria-label={`Search ${label.text.toLowerCase()}`}
          placeholder={`Search ${label.text.toLowerCase()}`}
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

function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
