import type { TreeNode } from '@lading/contract/rest';

/** A line of the tree. */
export type Row = NodeRow | StateRow;

export interface NodeRow {
  readonly kind: 'node';
  readonly key: string;
  readonly node: TreeNode;
  /** From 1. */
  readonly level: number;
  /** The key of the node that it lies in. */
  readonly parent: string | undefined;
}

/** In the place of what is not there: on its way, failed, more to come, or nothing. */
export interface StateRow {
  readonly kind: 'loading' | 'failed' | 'previous' | 'next' | 'empty';
  readonly key: string;
  readonly level: number;
  readonly parent: string;
  /** Why, in the server's words. */
  readonly cause?: string;
}

/** Unique in the tree; a folder and a file of one name differ. */
export function nodeKey({ type, repoKey, path }: Pick<TreeNode, 'type' | 'repoKey' | 'path'>): string {
  if (type === 'repository' || path === '') return repoKey;
  return `${repoKey}/${path}${type === 'folder' ? '/' : ''}`;
}

export function canOpen({ type }: TreeNode): boolean {
  return type !== 'file';
}

/** Whether it can be chosen among others: repositories are not what is copied, moved or deleted here. */
export function canTick({ type }: TreeNode): boolean {
  return type !== 'repository';
}
