import { message } from '@lading/contract';
import { EmptyState, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { Tree } from './Tree.tsx';
import type { TreeNode } from './treeRows.ts';

const messages = {
  label: message('demo.tree.pages', 'Pages by plugin'),
  page: message('demo.tree.page', '{title} ({path})'),
  none: message('demo.tree.none', 'No plugin has a page'),
} as const;

/** Tree of all console pages, grouped by plugin. */
export const PageTree = observer(function PageTree() {
  const text = useText();
  const shell = useShell();
  const byPlugin = new Map<string, TreeNode[]>();
  for (const { plugin, value } of shell.contributions('routes')) {
    const { path, title } = value;
    const label = text(messages.page, { title: text(title), path });
    byPlugin.set(plugin, [...(byPlugin.get(plugin) ?? []), { key: `${plugin} ${path}`, label }]);
  }
  const nodes = [...byPlugin].map(([plugin, children]) => ({ key: plugin, label: plugin, children }));
  if (nodes.length === 0) return <EmptyState icon="document" what={text(messages.none)} />;
  return <Tree label={text(messages.label)} nodes={nodes} />;
});
