/** Node of a tree; its `key` is unique in the tree. */
export interface TreeNode {
  readonly key: string;
  readonly label: string;
  readonly children?: readonly TreeNode[];
}

/** Visible node. */
export interface TreeRow {
  readonly node: TreeNode;
  /** 1-based. */
  readonly level: number;
  /** `undefined`: the node has no children. */
  readonly open: boolean | undefined;
  /** 1-based position among the siblings, and the number of siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
}

/** Returns the visible rows from top to bottom, given the expanded nodes. */
export function treeRows(nodes: readonly TreeNode[], open: ReadonlySet<string>): TreeRow[] {
  return below(nodes, open, 1, undefined);
}

function below(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  level: number,
  parent: string | undefined,
): TreeRow[] {
  return nodes.flatMap((node, at) => {
    const children = node.children ?? [];
    const isOpen = children.length > 0 ? open.has(node.key) : undefined;
    const row = { node, level, open: isOpen, position: at + 1, siblings: nodes.length, parent };
    return [row, ...(isOpen ? below(children, open, level + 1, node.key) : [])];
  });
}

/**
 * Effect of a key in a tree: moves the focus to another row, or expands or collapses the active
 * one.
 */
export type TreeMove = { readonly focus: string } | { readonly toggle: string };

/**
 * Returns the effect of a key as defined by the WAI-ARIA tree pattern; `undefined` for other keys.
 */
export function treeMove(key: string, rows: readonly TreeRow[], active: string): TreeMove | undefined {
  const at = rows.findIndex(({ node }) => node.key === active);
  const row = rows[at];
  if (!row) return undefined;
  const focus = (to: TreeRow | undefined) => (to ? { focus: to.node.key } : undefined);
  switch (key) {
    case 'ArrowDown':
      return focus(rows[at + 1]);
    case 'ArrowUp':
      return focus(rows[at - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      if (row.open === false) return { toggle: active };
      return row.open ? focus(rows[at + 1]) : undefined;
    case 'ArrowLeft':
      if (row.open) return { toggle: active };
      return row.parent === undefined ? undefined : { focus: row.parent };
    case 'Enter':
    case ' ':
      return row.open === undefined ? undefined : { toggle: active };
    default:
      return undefined;
  }
}
