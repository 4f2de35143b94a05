import type { Message } from '@lading/contract';
import { CopyButton, useText } from '@lading/ui';
import { type ComponentType, type ReactNode, useId } from 'react';

/** Components that are shown together, as an author imports them. */
export interface Example {
  /** Empty for what needs no import, such as custom properties. */
  readonly names: readonly string[];
  readonly from: string;
  /** In place of an import, or when to use what. */
  readonly about?: Message;
  readonly Show: ComponentType;
}

export interface ExampleGroup {
  /** Of the link to it: `#demo-fields`. */
  readonly key: string;
  readonly title: Message;
  readonly examples: readonly Example[];
}

const importOf = ({ names, from }: Pick<Example, 'names' | 'from'>): string =>
  `import { ${names.join(', ')} } from '${from}';`;

/** The examples of a group under its heading. */
export function GroupView({ group }: { group: ExampleGroup }) {
  const text = useText();
  const id = `demo-${group.key}`;
  return (
    <section className="demo-group" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {text(group.title)}
      </h3>
      {group.examples.map((example) => (
        <ExampleView key={example.names.join() || example.about?.id} example={example} />
      ))}
    </section>
  );
}

function ExampleView({ example }: { example: Example }) {
  const text = useText();
  const { names, about, Show } = example;
  return (
    <div className="demo-example">
      {names.length > 0 && (
        <div className="demo-example__import">
          <code>{importOf(example)}</code>
          <CopyButton text={importOf(example)} what={names.join(', ')} />
        </div>
      )}
      {about && <p className="ld-soft">{text(about)}</p>}
      <Show />
    </div>
  );
}

/** Elements in a row that wraps. */
export function Row(props: { children: ReactNode }) {
  return <div className="demo-row">{props.children}</div>;
}

/** States next to each other; `wide` ones have at least half of a large page. */
export function States(props: { wide?: boolean; children: ReactNode }) {
  return <div className={props.wide ? 'demo-states demo-states--wide' : 'demo-states'}>{props.children}</div>;
}

/** One state, with its name. */
export function State(props: { label: Message; children: ReactNode }) {
  const text = useText();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    <div className="demo-state" role="group" aria-labelledby={id}>
      <p id={id} className="demo-state__name">
        {text(props.label)}
      </p>
      {props.children}
    </div>
  );
}
