import { useText } from '@lading/ui';
import { CheckField, FormSection, type FormStore, useFieldError } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import type { BundleValues } from './bundleValues.ts';
import { messages } from './messages.ts';
import type { useBundleNodes } from './useBundleNodes.ts';

interface Props {
  readonly store: FormStore<BundleValues>;
  readonly found: ReturnType<typeof useBundleNodes>;
}

/** Selects the nodes that the bundle describes, if there are several. */
export const NodeFields = observer(function NodeFields({ store, found: { nodes, failed } }: Props) {
  const text = useText();
  const errorText = useFieldError();
  store.labels.set('nodes', text(messages.nodes));
  const { allNodes, nodes: selected } = store.values;
  const error = errorText(store.errors.nodes);
  if (failed) return <p className="ld-soft">{text(messages.unknownNodes)}</p>;
  if (nodes.length < 2) return null;
  const select = (id: string, on: boolean) =>
    store.set('nodes', on ? [...selected, id].sort() : selected.filter((each) => each !== id));
  return (
    <FormSection heading={text(messages.nodes)}>
      <CheckField
        name="allNodes"
        label={text(messages.allNodes)}
        value={allNodes}
        onChange={(on) => store.set('allNodes', on)}
      />
      {!allNodes &&
        nodes.map(({ id, online }) => (
          <CheckField
            key={id}
            name="nodes"
            label={online ? id : text(messages.offlineNode, { node: id })}
            value={selected.includes(id)}
            onChange={(on) => select(id, on)}
          />
        ))}
      {error && (
        <p className="ld-field__error" role="alert">
          {error}
        </p>
      )}
    </FormSection>
  );
});
