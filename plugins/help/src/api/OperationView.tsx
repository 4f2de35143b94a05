import { CopyButton, useText } from '@lading/ui';
import { useState } from 'react';
import type { ApiDocument, Content, Operation } from './ApiDocument.ts';
import { curlOf } from './curlOf.ts';
import { FieldTable } from './FieldTable.tsx';
import { messages } from './messages.ts';
import { fieldsOf, typeOf } from './schemaFields.ts';

/** Summary line of an operation that expands to its details. */
export function OperationView(props: { document: ApiDocument; operation: Operation }) {
  const { operation } = props;
  const [open, setOpen] = useState(false);
  return (
    <details className="help-call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="help-call__method">{operation.method}</span>
        <code className="help-call__path">{operation.path}</code>
        <span className="help-call__summary">{operation.summary}</span>
      </summary>
      {open && <Details {...props} />}
    </details>
  );
}

function Details({ document, operation }: { document: ApiDocument; operation: Operation }) {
  const text = useText();
  const curl = curlOf(document, operation, location.origin);
  const parameters = (operation.parameters ?? []).map(({ name, schema = {}, required, description }) => ({
    name,
    type: typeOf(document, schema),
    required: required ?? false,
    description: description ?? '',
  }));
  return (
    <div className="help-call__details">
      {operation.description && <p>{operation.description}</p>}
      <h3>{text(messages.access)}</h3>
      <p>{operation['x-access'].description}</p>
      {parameters.length > 0 && (
        <>
          <h3>{text(messages.parameters)}</h3>
          <FieldTable fields={parameters} label={text(messages.parameters)} />
        </>
      )}
      {operation.requestBody && (
        <>
          <h3>{text(messages.body)}</h3>
          <ContentView document={document} content={operation.requestBody.content} label={messages.body} />
        </>
      )}
      <h3>{text(messages.answers)}</h3>
      {Object.entries(operation.responses).map(([status, { description, content }]) => (
        <div key={status}>
          <p>
            <strong>{status}</strong> {description}
          </p>
          {content && status < '400' && (
            <ContentView document={document} content={content} label={messages.answers} />
          )}
        </div>
      ))}
      <h3>{text(messages.example)}</h3>
      <div className="help-call__curl">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways */}
        <pre tabIndex={0}>{curl}</pre>
        <CopyButton text={curl} what={text(messages.command)} />
      </div>
    </div>
  );
}

interface ContentProps {
  readonly document: ApiDocument;
  readonly content: Content;
  readonly label: typeof messages.body;
}

function ContentView({ document, content, label }: ContentProps) {
  const text = useText();
  return Object.entries(content).map(([type, { schema = {} }]) => {
    const fields = fieldsOf(document, schema);
    return (
      <div key={type}>
        <p>
          <code>{type}</code>, <code>{typeOf(document, schema)}</code>
        </p>
        {fields.length > 0 && <FieldTable fields={fields} label={text(label)} />}
      </div>
    );
  });
}
