import type { ContributionIcon } from '@lading/contract';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../icons/Icon.tsx';
import { isRightToLeft } from '../language/isRightToLeft.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './tabs.css?inline';

export interface Tab {
  readonly key: string;
  readonly label: string;
  /** Shown before the label. */
  readonly icon?: ContributionIcon | undefined;
  /** Shown next to the label. */
  readonly count?: string | undefined;
}

export interface TabsProps {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  /** Returns the URL of a tab: tabs are links that can be bookmarked and opened elsewhere. */
  readonly to: (key: string) => string;
  /** The selected tab's panel. */
  readonly children: ReactNode;
}

/** Tabs whose selection is in the URL. */
export function Tabs(props: TabsProps) {
  useStyles(css);
  const { label, tabs, selected, to, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: tabs added later may push it out of view
  useEffect(() => reveal(list.current), [selected, tabs.length]);
  return (
    <div className="ld-tabs">
      <div ref={list} className="ld-tabs__list" role="tablist" aria-label={label} onKeyDown={moveByArrows}>
        {tabs.map((tab) => (
          <Link
            key={tab.key}
            role="tab"
            id={`${id}-${tab.key}`}
            to={to(tab.key)}
            replace
            aria-selected={tab.key === selected}
            aria-controls={tab.key === selected ? `${id}-panel` : undefined}
            tabIndex={tab.key === selected ? 0 : -1}
            className="ld-tab"
          >
            {tab.icon && <Icon name={tab.icon} size={16} />}
            {tab.label} {tab.count !== undefined && <span className="ld-tab__count">{tab.count}</span>}
          </Link>
        ))}
      </div>
      <div
        className="ld-tabs__panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
      >
        {children}
      </div>
    </div>
  );
}

/**
 * On a phone, not all tabs may fit: scrolls only the tab list until the selected tab is visible.
 */
function reveal(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected=true]');
  if (!list || !tab) return;
  const [all, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (one.right > all.right) list.scrollLeft += one.right - all.right;
  else if (one.left < all.left) list.scrollLeft -= all.left - one.left;
}

/** Arrow keys, Home, and End move the focus; Enter and Space open a tab, like a link. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  if (event.key === ' ') {
    event.preventDefault();
    tabs[at]?.click();
    return;
  }
  const step = isRightToLeft(event.currentTarget) ? -1 : 1;
  const next = {
    ArrowRight: at + step + tabs.length,
    ArrowLeft: at - step + tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tabs[next % tabs.length]?.focus();
}
