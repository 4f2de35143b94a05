import type { TreeNodeDetails } from '@lading/contract/rest';
import { Lazy, Tabs, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { nameOf, treeAddress } from '../address/treeAddress.ts';
import { messages as contentsMessages } from '../contents/messages.ts';
import { AddedTab } from './AddedTab.tsx';
import { addedTabs } from './addedTabs.ts';
import { ChecksumsTab } from './ChecksumsTab.tsx';
import { GeneralTab } from './GeneralTab.tsx';
import { messages } from './messages.ts';
import type { NodeStore } from './NodeStore.ts';
import { PropertiesTab } from './PropertiesTab.tsx';

const laterViews = () => import('./laterViews.ts');
const contents = () => laterViews().then(({ FolderContents }) => FolderContents);
const preview = () => laterViews().then(({ StoredFileView }) => StoredFileView);

interface Props {
  readonly store: NodeStore;
  readonly node: TreeNodeDetails;
  /** From the URL: a tab that the node lacks is the first one. */
  readonly tab: string;
}

/**
 * The tabs of a node: its own, and those of plugins. A folder has tabs only if plugins add some.
 */
export const NodeTabs = observer(function NodeTabs({ store, node, tab }: Props) {
  const text = useText();
  const { repoKey, path } = store;
  const added = addedTabs(useShell(), node);
  const tabs = [
    { key: 'General', label: text(messages.general) },
    ...(node.file ? fileTabs(node.file.properties) : []),
    ...added.map(({ value: { id, label, icon } }) => ({ key: id, label: text(label), icon })),
  ];
  const selected = tabs.find(({ key }) => key === tab)?.key ?? 'General';
  const contribution = added.find(({ value }) => value.id === selected);
  const content = contribution ? (
    <AddedTab key={selected} tab={contribution} node={node} />
  ) : (
    <OwnTab store={store} node={node} tab={selected} />
  );
  if (tabs.length === 1) return content;
  return (
    <div className={node.file ? undefined : 'repositories-folder'} data-keeps-focus>
      <Tabs
        label={text(messages.tabs, { name: path === '' ? repoKey : nameOf(path) })}
        tabs={tabs}
        selected={selected}
        to={(key) => treeAddress(repoKey, path, key)}
      >
        {content}
      </Tabs>
    </div>
  );

  function fileTabs(properties: Readonly<Record<string, unknown>>) {
    const count = Object.keys(properties).length;
    return [
      { key: 'Preview', label: text(messages.preview) },
      { key: 'Properties', label: text(messages.properties), ...(count > 0 ? { count: `${count}` } : {}) },
      { key: 'Checksums', label: text(messages.checksums) },
    ];
  }
});

const OwnTab = observer(function OwnTab({ store, node, tab }: Props) {
  const text = useText();
  const { repoKey, path } = store;
  const { file } = node;
  if (!file) {
    return (
      <>
        <div className="repositories-node__panel">
          <GeneralTab store={store} node={node} />
        </div>
        {!node.empty && <Lazy load={contents} failure={text(contentsMessages.notLoaded)} props={{ node }} />}
      </>
    );
  }
  if (tab === 'Preview')
    return <Lazy load={preview} failure={text(messages.previewNotLoaded)} props={{ repoKey, path }} />;
  if (tab === 'Properties') return <PropertiesTab store={store} node={node} />;
  if (tab === 'Checksums') return <ChecksumsTab file={file} name={path === '' ? repoKey : nameOf(path)} />;
  return <GeneralTab store={store} node={node} />;
});
