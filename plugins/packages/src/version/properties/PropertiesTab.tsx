import { EmptyState, FetchedView, useStyles, useText } from '@lading/ui';
import { messages } from '../messages.ts';
import css from '../tables.css?inline';
import type { VersionParts } from '../VersionStore.ts';

/** Properties of the version's lead file. */
export function PropertiesTab(props: { parts: VersionParts }) {
  useStyles(css);
  const text = useText();
  return (
    <FetchedView fetched={props.parts.properties} failure={text(messages.propertiesFailed)}>
      {(properties) =>
        properties.length === 0 ? (
          <EmptyState icon="tag" what={text(messages.noProperties)} more={text(messages.noPropertiesMore)} />
        ) : (
          <table className="packages-table">
            <thead>
              <tr>
                <th scope="col">{text(messages.key)}</th>
                <th scope="col">{text(messages.value)}</th>
              </tr>
            </thead>
            <tbody>
              {properties.map(({ key, values }) => (
                <tr key={key}>
                  <th scope="row">{key}</th>
                  <td className="ld-mono">{values.join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </FetchedView>
  );
}
