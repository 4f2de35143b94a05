import { Icon, useStyles } from '@lading/ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import css from './tree.css?inline';
import { type TreeNode, treeMove, treeRows } from './treeRows.ts';

/** Tree with arrow-key navigation; only one row is in the tab order. */
export function Tree(props: { label: string; nodes: readonly TreeNode[] }) {
  useStyles(css);
  const { label, nodes } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(nodes.slice(0, 1).map(({ key }) => key)),
  );
  const rows = useMemo(() => treeRows(nodes, open), [nodes, open]);
  const [chosen, setChosen] = useState<string>();
  const active = rows.find(({ node }) => node.key === chosen)?.node.key ?? rows[0]?.node.key ?? '';
  const tree = useRef<HTMLDivElement>(null);
  const toFocus = useRef(false);

  useEffect(() => {
    if (!toFocus.current) return;
    toFocus.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const toggle = (key: string) =>
    setOpen(
      (before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = treeMove(event.key, rows, active);
    if (!move) return;
    event.preventDefault();
    if ('toggle' in move) return toggle(move.toggle);
    toFocus.current = true;
    setChosen(move.focus);
  };

  return (
    <div ref={tree} role="tree" aria-label={label} className="demo-tree" onKeyDown={onKeyDown}>
      {rows.map(({ node, level, open: isOpen, position, siblings }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys
        <div
          key={node.key}
          role="treeitem"
          tabIndex={node.key === active ? 0 : -1}
          aria-level={level}
          aria-posinset={position}
          aria-setsize={siblings}
          aria-expanded={isOpen}
          aria-selected={node.key === active}
          style={{ paddingInlineStart: 4 + (level - 1) * 20 }}
          onFocus={() => setChosen(node.key)}
          onClick={() => isOpen !== undefined && toggle(node.key)}
        >
          <Icon
            name={isOpen === undefined ? 'document' : isOpen ? 'chevronDown' : 'chevronRight'}
            size={16}
          />
          <span>{node.label}</span>
        </div>
      ))}
    </div>
  );
}
