import type { TreeNode } from '@lading/contract/rest';

/** Line of the tree. */
export type Row = NodeRow | StateRow;

export interface NodeRow {
  readonly kind: 'node';
  readonly key: string;
  readonly node: TreeNode;
  /** 1-based. */
  readonly level: number;
  /** Key of the parent node. */
  readonly parent: string | undefined;
}

/** Line in place of children that are loading, failed, not loaded yet, or missing. */
export interface StateRow {
  readonly kind: 'loading' | 'failed' | 'previous' | 'next' | 'empty';
  readonly key: string;
  readonly level: number;
  readonly parent: string;
  /** Error message of the server. */
  readonly cause?: string;
}

/** Key that is unique in the tree, also for a folder and a file with the same name. */
export function nodeKey({ type, repoKey, path }: Pick<TreeNode, 'type' | 'repoKey' | 'path'>): string {
  if (type === 'repository' || path === '') return repoKey;
  return `${repoKey}/${path}${type === 'folder' ? '/' : ''}`;
}

export function canOpen({ type }: TreeNode): boolean {
  return type !== 'file';
}

/**
 * Whether the node can be selected for a bulk action. Repositories cannot be copied, moved, or
 * deleted in the tree.
 */
export function canTick({ type }: TreeNode): boolean {
  return type !== 'repository';
}
