import { useText } from '@lading/ui';
import { messages } from './messages.ts';
import type { Field } from './schemaFields.ts';

/** Lists the names, types, and descriptions of parameters or fields. */
export function FieldTable({ fields, label }: { fields: readonly Field[]; label: string }) {
  const text = useText();
  return (
    <table className="help-fields" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{text(messages.name)}</th>
          <th scope="col">{text(messages.type)}</th>
          <th scope="col">{text(messages.description)}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, description }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
              {required && <small> {text(messages.required)}</small>}
            </td>
            <td>
              <code>{type}</code>
            </td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
