/** A node of a tree; its `key` is unique in the whole of it. */
export interface TreeNode {
  readonly key: string;
  readonly label: string;
  readonly children?: readonly TreeNode[];
}

/** A node in sight. */
export interface TreeRow {
  readonly node: TreeNode;
  /** From 1. */
  readonly level: number;
  /** `undefined`: it has nothing below it. */
  readonly open: boolean | undefined;
  /** Among its siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
}

/** What is in sight while these nodes are open, from top to bottom. */
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

/** What a key does in a tree: another row gets the focus, or the one that has it opens or closes. */
export type TreeMove = { readonly focus: string } | { readonly toggle: string };

/** As the pattern of the web's accessibility guide has it; `undefined` for a key that means nothing here. */
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
