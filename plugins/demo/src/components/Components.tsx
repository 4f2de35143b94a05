import type { Message } from '@lading/contract';
import { useStyles, useText } from '@lading/ui';
import { type ReactNode, useId } from 'react';
import { Buttons, Fields, Severities, Type } from './Controls.tsx';
import css from './components.css?inline';
import { Badges, Code, KeyValues, TagRow } from './Display.tsx';
import { messages } from './messages.ts';

/**
 * Shows the shared components in all of their states, to review a theme or to look up a component.
 */
export function Components() {
  useStyles(css);
  return (
    <div className="demo-components">
      <Example title={messages.type}>
        <Type />
      </Example>
      <Example title={messages.buttons}>
        <Buttons />
      </Example>
      <Example title={messages.fields}>
        <Fields />
      </Example>
      <Example title={messages.badges}>
        <Badges />
      </Example>
      <Example title={messages.severities}>
        <Severities />
      </Example>
      <Example title={messages.tags}>
        <TagRow />
      </Example>
      <Example title={messages.facts}>
        <KeyValues />
      </Example>
      <Example title={messages.code}>
        <Code />
      </Example>
    </div>
  );
}

function Example(props: { title: Message; children: ReactNode }) {
  const text = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{text(props.title)}</h3>
      <div className="demo-components__row">{props.children}</div>
    </section>
  );
}
