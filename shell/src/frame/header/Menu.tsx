import {
  ContextualMenu,
  ContextualMenuItemType,
  DirectionalHint,
  type IContextualMenuItem,
} from '@fluentui/react/lib/ContextualMenu';
import { prepareFluent } from '@lading/ui/fluent';
import type { RefObject } from 'react';
import type { MenuEntry } from './MenuButton.tsx';

export interface MenuProps {
  readonly target: RefObject<HTMLElement>;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

export function Menu(props: MenuProps) {
  prepareFluent();
  return (
    <ContextualMenu
      items={props.entries.map(itemOf)}
      target={props.target}
      ariaLabel={props.label}
      directionalHint={DirectionalHint.bottomRightEdge}
      shouldFocusOnMount
      onDismiss={props.onClose}
    />
  );
}

function itemOf(entry: MenuEntry): IContextualMenuItem {
  const { key, label, href, external, current, onClick, checked, heading } = entry;
  return {
    key,
    text: label,
    ...(heading ? { itemType: ContextualMenuItemType.Header } : {}),
    ...(href === undefined ? {} : { href }),
    ...(current ? { 'aria-current': 'page', className: 'lading-menu-current' } : {}),
    ...(external ? { target: '_blank', rel: 'noopener noreferrer' } : {}),
    ...(onClick ? { onClick: () => onClick() } : {}),
    ...(checked === undefined ? {} : { canCheck: true, checked }),
  };
}
