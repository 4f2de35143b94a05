import { Button, useStyles, useText } from '@lading/ui';
import { type ReactNode, type Ref, useId } from 'react';
import { messages } from './messages.ts';
import css from './trusted.css?inline';

/** A column of a list of what is trusted. The first one is the name of the row. */
interface TrustedColumn<Entry> {
  readonly title: string;
  readonly cell: (entry: Entry) => ReactNode;
}

export interface TrustedTableProps<Entry> {
  /** Name of the field, for the error summary of the form. */
  readonly name: string;
  readonly label: string;
  readonly help: ReactNode;
  readonly error: string | undefined;
  readonly entries: readonly Entry[];
  readonly columns: readonly TrustedColumn<Entry>[];
  /** Name of an entry for screen readers. */
  readonly nameOf: (entry: Entry) => string;
  /** Shown without any entry. */
  readonly empty: string;
  /** Label of the button that adds an entry. */
  readonly add: string;
  readonly onAdd: () => void;
  readonly onEdit: (entry: Entry) => void;
  readonly onRemove: (entry: Entry) => void;
  readonly groupRef?: Ref<HTMLDivElement>;
}

/** A field of a form: a table of what administrators trust, such as the keys of authors. */
export function TrustedTable<Entry>(props: TrustedTableProps<Entry>) {
  useStyles(css);
  const { name, label, help, error, entries, columns, nameOf, empty, add, groupRef } = props;
  const text = useText();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not shrink with its table
    <div ref={groupRef} className="admin-trusted" role="group" aria-labelledby={id}>
      <div className="ld-field__label" id={id}>
        {label}
      </div>
      {entries.length === 0 ? (
        <p className="ld-soft">{empty}</p>
      ) : (
        <div className="admin-trusted__scroll">
          <table aria-labelledby={id}>
            <thead>
              <tr>
                {columns.map(({ title }) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={JSON.stringify(entry)}>
                  {columns.map(({ title, cell }, at) =>
                    at === 0 ? (
                      <th key={title} scope="row">
                        {cell(entry)}
                      </th>
                    ) : (
                      <td key={title}>{cell(entry)}</td>
                    ),
                  )}
                  <td className="admin-trusted__actions">
                    <Button
                      kind="quiet"
                      icon="edit"
                      iconOnly
                      label={text(messages.edit, { name: nameOf(entry) })}
                      onClick={() => props.onEdit(entry)}
                    />
                    <Button
                      kind="quiet"
                      icon="remove"
                      iconOnly
                      label={text(messages.remove, { name: nameOf(entry) })}
                      onClick={() => props.onRemove(entry)}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div>
        <Button
          icon="add"
          name={name}
          label={add}
          aria-describedby={`${error ? `${id}-error ` : ''}${id}-help`}
          aria-invalid={error ? true : undefined}
          onClick={props.onAdd}
        />
      </div>
      {error && (
        <p className="ld-field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <div className="ld-field__help" id={`${id}-help`}>
        {help}
      </div>
    </div>
  );
}
