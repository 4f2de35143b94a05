import { Icon, useShell, useText } from '@lading/ui';
import { type MouseEvent, memo } from 'react';
import { treeAddress } from '../address/treeAddress.ts';
import { messages } from '../messages.ts';
import type { NodeRow } from './rows.ts';

interface Props {
  readonly id: string;
  readonly row: NodeRow;
  readonly top: number;
  readonly height: number;
  readonly position?: number;
  readonly size: number;
  /** `undefined`: the node cannot have children. */
  readonly open: boolean | undefined;
  readonly active: boolean;
  readonly selected: boolean;
  /** `undefined`: the node cannot be selected. */
  readonly ticked: boolean | undefined;
  readonly onToggle: () => void;
  readonly onTick: (range: boolean) => void;
  readonly onChoose: () => void;
}

const TYPE_ICONS = { local: 'database', remote: 'globe', virtual: 'apps' } as const;

/**
 * Line of a repository, folder, or file. The name is a link, so that it can be opened in a new tab.
 */
export const TreeLine = memo(
  function TreeLine(props: Props) {
    const { navigation } = useShell();
    const text = useText();
    const { id, row, top, height, position, size, open, active, selected, ticked } = props;
    const { onToggle, onTick, onChoose } = props;
    const { node, level } = row;
    const icon =
      node.type === 'repository'
        ? TYPE_ICONS[node.repoType ?? 'local']
        : node.type === 'folder'
          ? 'folder'
          : 'document';
    const onClick = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      onChoose();
    };
    const kind = node.repoType && text(messages[node.repoType]);
    return (
      <div
        id={id}
        role="treeitem"
        aria-level={level}
        aria-posinset={position}
        aria-setsize={size}
        aria-expanded={open}
        aria-selected={selected}
        aria-checked={ticked}
        aria-label={kind ? `${node.text}, ${kind}, ${node.repoPkgType}` : node.text}
        tabIndex={-1}
        className={`repositories-line ${active ? 'repositories-line--active' : ''}`}
        style={{ top, height, paddingInlineStart: 4 + Math.min(level - 1, 12) * 16 }}
      >
        {/* Pointer only: keyboard events are handled by the tree. */}
        <span
          className="repositories-line__toggle"
          aria-hidden="true"
          onMouseDown={(event) => event.preventDefault()}
          onClick={open === undefined ? undefined : onToggle}
        >
          {open !== undefined && <Icon name={open ? 'chevronDown' : 'chevronRight'} size={16} />}
        </span>
        {ticked !== undefined && (
          <label className="repositories-line__tick" aria-hidden="true">
            <input
              type="checkbox"
              checked={ticked}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => onTick(event.shiftKey)}
              onChange={() => {}}
            />
          </label>
        )}
        <a
          className="repositories-line__link"
          href={navigation.href(treeAddress(node.repoKey, node.path))}
          tabIndex={-1}
          title={node.text}
          draggable={false}
          onClick={onClick}
        >
          <Icon name={icon} size={16} />
          <span className="repositories-line__name">{node.text}</span>
          {node.repoPkgType && <span className="repositories-line__type">{node.repoPkgType}</span>}
        </a>
      </div>
    );
  },
  (one, other) =>
    one.row === other.row &&
    one.id === other.id &&
    one.top === other.top &&
    one.height === other.height &&
    one.position === other.position &&
    one.size === other.size &&
    one.open === other.open &&
    one.active === other.active &&
    one.ticked === other.ticked &&
    one.selected === other.selected,
);
