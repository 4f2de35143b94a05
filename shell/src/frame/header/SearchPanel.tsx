import { Button, Icon, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { OfferedCategory } from '../../search/categories.ts';
import { messages } from '../../search/messages.ts';
import type { OptionGroup, SearchOption } from '../../search/options.ts';
import type { SearchBoxStore } from '../../search/SearchBoxStore.ts';
import { useFrame } from '../FrameContext.ts';

interface Props {
  readonly id: string;
  readonly store: SearchBoxStore;
  readonly current: OfferedCategory;
}

const GROUPS: readonly OptionGroup[] = ['recent', 'packages', 'repositories', 'artifacts'];

/**
 * Options below the search box. Always rendered for screen readers, visible while the box is open.
 */
export const SearchPanel = observer(function SearchPanel({ id, store, current }: Props) {
  const text = useText();
  const { options, open, active, failure, settled } = store;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the selected option in view
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const why = useReason(store, current);
  const groups = GROUPS.map((group) => ({
    group,
    found: options.map((option, at) => ({ option, at })).filter(({ option }) => option.group === group),
  })).filter(({ found }) => found.length > 0);
  const note = failure === undefined ? why : text(messages.failed, { cause: failure });
  const isRecent = options[0]?.group === 'recent';
  const typed = store.typed.trim() !== '';
  return (
    <div className="lading-search-panel" hidden={!open || (groups.length === 0 && note === undefined)}>
      <div
        ref={list}
        id={`${id}-list`}
        className="lading-search-list"
        role="listbox"
        aria-label={text(messages.suggestions)}
        tabIndex={-1}
      >
        {open &&
          groups.map(({ group, found }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div className="lading-search-group" id={`${id}-${group}`}>
                {text(messages[group])}
              </div>
              {found.map(({ option, at }) => (
                <Option key={option.id} id={`${id}-${at}`} option={option} at={at} store={store} />
              ))}
            </div>
          ))}
      </div>
      {open && isRecent && (
        <div className="lading-search-foot">
          <Button kind="quiet" label={text(messages.forgetRecent)} onClick={() => store.forgetRecent()} />
        </div>
      )}
      <p id={`${id}-note`} className="lading-search-note" hidden={note === undefined}>
        {note}
      </p>
      <span role="status" className="ld-hidden">
        {open && typed && settled ? text(messages.counted, { count: options.length }) : ''}
      </span>
    </div>
  );
});

/**
 * Returns the reason why Enter does not search, or a hint to press Enter if there are no
 * suggestions.
 */
function useReason(
  { refusal, options, settled }: SearchBoxStore,
  { category }: OfferedCategory,
): string | undefined {
  const text = useText();
  if (!refusal && settled && options.length === 0)
    return text(messages.enter, { what: text(category.label).toLowerCase() });
  if (!refusal) return undefined;
  if (refusal.why === 'notInProject') return text(messages.notInProject, { label: text(category.label) });
  if (refusal.why === 'tooShort') return text(messages.tooShort, { count: refusal.least });
  return options.length > 0 ? undefined : text(messages.blank);
}

interface OptionProps {
  readonly id: string;
  readonly option: SearchOption;
  readonly at: number;
  readonly store: SearchBoxStore;
}

const Option = observer(function Option({ id, option, at, store }: OptionProps) {
  const { navigation } = useFrame();
  const { label, detail, icon, to } = option;
  return (
    // A link, so that it can be opened in another tab; the box handles the keys.
    <a
      id={id}
      className="lading-search-option"
      role="option"
      aria-selected={store.active === at}
      tabIndex={-1}
      href={navigation.href(to)}
      onPointerMove={() => store.active !== at && store.point(at)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        store.go(option, false);
      }}
    >
      <Icon name={icon} size={16} />
      <span className="lading-search-label">{label}</span>
      <span className="lading-search-detail">{detail}</span>
    </a>
  );
});
