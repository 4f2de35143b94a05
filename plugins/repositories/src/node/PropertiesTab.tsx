import type { TreeNodeDetails } from '@lading/contract/rest';
import { Button, EmptyState, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages } from './messages.ts';
import type { NodeStore } from './NodeStore.ts';
import { PropertyForm } from './PropertyForm.tsx';

/** Lists a file's properties; users with the permission can edit them. */
export const PropertiesTab = observer(function PropertiesTab(props: {
  store: NodeStore;
  node: TreeNodeDetails;
}) {
  const { store, node } = props;
  const text = useText();
  const { modals, notifications } = useShell();
  const [edited, setEdited] = useState<string | true>();
  const properties = Object.entries(node.file?.properties ?? {}).sort(([a], [b]) => a.localeCompare(b));
  const may = node.actions.annotate;
  const taken = new Set(properties.map(([key]) => key));

  const remove = async (key: string, values: readonly string[]) => {
    const agreed = await modals.confirm({
      title: text(messages.removeQuestion, { key }),
      text: text(messages.removeText, { values: values.join(', ') }),
      verb: text(messages.removeVerb),
      danger: true,
    });
    if (!agreed) return;
    try {
      await store.setProperty(key, []);
      notifications.success(text(messages.removed, { key }));
    } catch (cause) {
      notifications.error(text(messages.notSaved, { cause: (cause as Error).message }));
    }
  };
  const close = () => setEdited(undefined);
  // Only one form at a time: opening another one would discard unsaved input.
  const editing = edited !== undefined;
  return (
    <div className="repositories-properties">
      {may !== true && <p className="ld-soft">{may}</p>}
      {properties.length === 0 && !editing && (
        <EmptyState icon="tag" what={text(messages.noProperties)} more={text(messages.noPropertiesMore)} />
      )}
      {properties.length > 0 && (
        <ul className="repositories-property-list">
          {properties.map(([key, values]) =>
            edited === key ? (
              <li key={key}>
                <PropertyForm store={store} changed={{ key, values }} taken={taken} onDone={close} />
              </li>
            ) : (
              <li key={key} className="repositories-property">
                <span className="repositories-property__key">{key}</span>
                <span className="repositories-property__values">
                  {values.map((value) => (
                    <span key={value}>{value}</span>
                  ))}
                </span>
                {may === true && (
                  <span className="repositories-property__buttons">
                    <Button
                      kind="quiet"
                      icon="edit"
                      iconOnly
                      label={text(messages.edit, { key })}
                      disabled={editing}
                      onClick={() => setEdited(key)}
                    />
                    <Button
                      kind="quiet"
                      icon="close"
                      iconOnly
                      label={text(messages.remove, { key })}
                      disabled={editing}
                      onClick={() => void remove(key, values)}
                    />
                  </span>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {may === true &&
        (edited === true ? (
          <PropertyForm store={store} changed={undefined} taken={taken} onDone={close} />
        ) : (
          <div>
            <Button
              icon="add"
              label={text(messages.add)}
              disabled={editing}
              onClick={() => setEdited(true)}
            />
          </div>
        ))}
    </div>
  );
});
