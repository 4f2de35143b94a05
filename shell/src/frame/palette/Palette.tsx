import { Button, Icon, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Entry } from '../../palette/Entry.ts';
import { paletteEntries } from '../../palette/entries.ts';
import { match } from '../../palette/match.ts';
import { groupNames, texts } from '../../palette/paletteTexts.ts';
import { searchEntries } from '../../palette/searchEntries.ts';
import { useFrame } from '../FrameContext.ts';
import type { OverlayProps } from '../overlay/overlays.ts';
import { useModal } from '../overlay/useModal.ts';
import { KeyCaps } from '../shortcuts/KeyCaps.tsx';
import { PaletteOption } from './PaletteOption.tsx';
import css from './palette.css?inline';
import { type FoundEntries, useFoundEntries } from './useFoundEntries.ts';
import { useProjectEntries } from './useProjectEntries.ts';

/** Number of entries that PageUp and PageDown move. */
const PAGE = 8;

/** Command palette: a combobox over all pages and actions, with fuzzy search. */
export const Palette = observer(function Palette({ overlays, onClose }: OverlayProps) {
  useStyles(css);
  const shell = useFrame();
  const text = useText();
  const id = useId();
  const dialog = useModal();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [hidden, setHidden] = useState(false);
  /** Selected entry. Without one, the first is, which then stays selected when others arrive. */
  const [active, setActive] = useState<string>();
  const wanted = useDeferredValue(query);
  const projects = useProjectEntries(shell, wanted);
  const own = paletteEntries(shell, overlays.recent, { hidden });
  const more = useFoundEntries(shell, wanted);
  const found = match(own, wanted, searchEntries(shell, wanted), more.found, [...projects, ...more.listed]);
  const flat = found.flatMap((group) => group.found);
  const at =
    flat.length &&
    Math.max(
      0,
      flat.findIndex(({ entry }) => entry.id === active),
    );
  const select = (index: number) => setActive(flat[index]?.entry.id);
  const admin = shell.user.current?.admin === true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at its best match
  useEffect(() => setActive(undefined), [wanted, hidden]);
  // Otherwise, Enter would run an entry that arrived since the user looked.
  const first = flat[0]?.entry.id;
  useEffect(() => {
    if (active === undefined) setActive(first);
  }, [active, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the selected option in view
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [at, found]);

  const run = (entry: Entry, elsewhere = false) => {
    if (entry.refused) {
      if (admin) why(entry);
      return;
    }
    // Closes the palette first, which restores the focus; the action may then move it.
    onClose();
    if (elsewhere && entry.href !== undefined) window.open(entry.href, '_blank', 'noopener');
    else entry.run();
  };
  const why = ({ path }: Entry) => {
    onClose();
    void shell.navigation.go(path === undefined ? '/why' : `/why?path=${encodeURIComponent(path)}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    const next = {
      ArrowDown: (at + 1) % flat.length,
      ArrowUp: (at - 1 + flat.length) % flat.length,
      PageDown: Math.min(at + PAGE, flat.length - 1),
      PageUp: Math.max(at - PAGE, 0),
      ...(ctrlKey || metaKey ? { Home: 0, End: flat.length - 1 } : {}),
    }[key];
    if (next !== undefined && flat.length > 0) {
      event.preventDefault();
      select(next);
    }
    const chosen = flat[at];
    if (key === 'Enter' && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(chosen.entry, ctrlKey || metaKey);
    }
  };

  let index = -1;
  return (
    <dialog
      ref={dialog}
      className="lading-palette"
      aria-label={text(texts.title)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="lading-palette-box">
        <div className="lading-palette-query">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={text(texts.find)}
            aria-expanded={flat.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={flat.length > 0 ? `${id}-${at}` : undefined}
            placeholder={text(texts.find)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button kind="quiet" icon="close" iconOnly label={text(texts.close)} onClick={onClose} />
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          className="lading-palette-list"
          role="listbox"
          aria-label={text(texts.title)}
          tabIndex={-1}
        >
          {found.map(({ group, found: options }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className="lading-palette-group" id={`${id}-${group}`}>
                {text(groupNames[group])}
              </div>
              {options.map((each) => {
                index += 1;
                const here = index;
                return (
                  <PaletteOption
                    key={each.entry.id}
                    id={`${id}-${here}`}
                    found={each}
                    keys={
                      overlays.shortcuts.isActive(each.entry) ? overlays.shortcuts.keysOf(each.entry) : ''
                    }
                    isActive={here === at}
                    canAskWhy={admin}
                    onPoint={() => select(here)}
                    onChoose={(elsewhere) => run(each.entry, elsewhere)}
                  />
                );
              })}
            </div>
          ))}
        </div>
        {flat.length === 0 && (
          <div className="lading-palette-none">
            <p>{text(texts.nothing, { query: wanted })}</p>
            <p className="ld-soft">{text(texts.nothingMore)}</p>
          </div>
        )}
        <Failures {...more} />
        <div className="lading-palette-foot">
          <span role="status" className="ld-hidden">
            {wanted === '' ? '' : text(texts.results, { count: flat.length })}
          </span>
          <span className="lading-palette-hints" aria-hidden="true">
            <KeyCaps keys="↑ ↓" /> {text(texts.move)}
            <KeyCaps keys="Enter" /> {text(texts.choose)}
            <KeyCaps keys="Esc" /> {text(texts.leave)}
          </span>
          {admin && (
            <label className="lading-palette-hidden">
              <input type="checkbox" checked={hidden} onChange={(event) => setHidden(event.target.checked)} />
              {text(texts.showHidden)}
            </label>
          )}
        </div>
      </div>
    </dialog>
  );
});

/** Groups that failed to load, with the reason of each. */
function Failures({ failures, retry }: FoundEntries) {
  const text = useText();
  if (failures.length === 0) return null;
  return (
    <div className="lading-palette-failures">
      <ul role="alert">
        {failures.map(({ what, cause }) => (
          <li key={what}>{text(texts.groupFailed, { what, cause })}</li>
        ))}
      </ul>
      <Button kind="quiet" icon="refresh" label={text(texts.retry)} onClick={retry} />
    </div>
  );
}
