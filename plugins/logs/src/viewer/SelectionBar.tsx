import type { LogService, ServiceName } from '@lading/contract/rest';
import { SelectField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { ALL_FILES, ALL_NODES } from './LogSelection.ts';
import type { LogViewer } from './LogViewer.ts';
import { messages } from './messages.ts';

/** Platform service of each log service. */
const SERVICES: Readonly<Record<LogService, ServiceName>> = {
  jfrt: 'artifactory',
  jfmc: 'mc',
  jfxr: 'xray',
  jfds: 'distribution',
  jfpip: 'pipelines',
  jfisv: 'insight',
};

interface Props {
  readonly viewer: LogViewer;
  readonly onService: (service: LogService) => void;
  readonly onNode: (node: string) => void;
  readonly onFile: (file: string) => void;
}

export const SelectionBar = observer(function SelectionBar({ viewer, onService, onNode, onFile }: Props) {
  const text = useText();
  const { services } = useShell();
  const { products, product, nodes, node, files, file, ha } = viewer.selection;
  // The list of services can also have failed to load.
  const labelOf = (key: LogService, name: string) =>
    services.available(SERVICES[key]) || !services.known ? name : text(messages.notAvailable, { name });
  const none = text(viewer.state === 'loaded' ? messages.noFiles : messages.notLoaded);
  return (
    <div className="logs-bar">
      <SelectField
        label={text(messages.service)}
        value={product}
        options={products.map(({ key, name }) => ({ key, label: labelOf(key, name) }))}
        onChange={onService}
      />
      <SelectField
        label={ha ? `${text(messages.node)} · ${text(messages.ha)}` : text(messages.node)}
        value={node}
        options={[
          ...choices(nodes, none),
          ...(ha ? [{ key: ALL_NODES, label: text(messages.allNodes) }] : []),
        ]}
        readOnly={nodes.length < 2}
        onChange={onNode}
      />
      <SelectField
        label={text(messages.file)}
        value={file}
        options={[
          ...choices(files, none),
          ...(files.length > 0 ? [{ key: ALL_FILES, label: text(messages.allFiles) }] : []),
        ]}
        readOnly={files.length === 0}
        onChange={onFile}
      />
    </div>
  );
});

function choices(keys: readonly string[], none: string) {
  return keys.length > 0 ? keys.map((key) => ({ key, label: key })) : [{ key: '', label: none }];
}
