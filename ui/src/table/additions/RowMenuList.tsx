import { ContextualMenu, DirectionalHint } from '@fluentui/react/lib/ContextualMenu';
import type { Contribution } from '@lading/contract';
import type { RefObject } from 'react';
import { prepareFluent } from '../../fluent/prepareFluent.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { useText } from '../../language/useText.ts';
import { messages } from './messages.ts';
import type { OfferedAction } from './RowActions.ts';

interface Props {
  readonly target: RefObject<HTMLElement>;
  readonly label: string;
  readonly offered: readonly OfferedAction[];
  readonly onRun: (action: Contribution<'rowActions'>) => void;
  readonly onClose: () => void;
}

/** The open menu of a row. */
export function RowMenuList({ target, label, offered, onRun, onClose }: Props) {
  prepareFluent();
  const text = useText();
  const none = { key: 'none', text: text(messages.noActions), disabled: true };
  const items = offered.map(({ action, failure, waits }) => {
    const { id, label: name, icon } = action.value;
    return {
      ...{ key: id, text: text(name), disabled: waits ?? failure !== undefined },
      ...(waits ? { secondaryText: text(messages.inProgress) } : {}),
      ...(failure === undefined ? {} : { secondaryText: text(messages.notChecked), title: failure }),
      ...(icon ? { iconProps: {}, onRenderIcon: () => <Icon name={icon} size={16} /> } : {}),
      onClick: () => onRun(action),
    };
  });
  return (
    <ContextualMenu
      items={items.length > 0 ? items : [none]}
      target={target}
      ariaLabel={label}
      directionalHint={DirectionalHint.bottomRightEdge}
      shouldFocusOnMount
      onDismiss={onClose}
    />
  );
}
