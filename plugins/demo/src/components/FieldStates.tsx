import type { Message } from '@lading/contract';
import { useText } from '@lading/ui';
import { type ReactNode, useState } from 'react';
import { States } from './Example.tsx';
import { messages } from './messages.ts';

/** Properties of a field in a state, in addition to its value. */
interface Notes {
  readonly help?: string;
  readonly error?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
}

const LABELS = {
  normal: messages.normal,
  required: messages.required,
  help: messages.help,
  error: messages.error,
  disabled: messages.disabled,
  readOnly: messages.readOnly,
} as const satisfies Record<string, Message>;

export type StateName = keyof typeof LABELS;

/** All states, for fields that have them all. */
export const EVERY: readonly StateName[] = ['normal', 'required', 'help', 'error', 'disabled', 'readOnly'];

/** The properties of a field in a state; the label is the name of the state. */
interface FieldProps<Value> extends Notes {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface Props<Value> {
  readonly name: string;
  readonly states: readonly StateName[];
  readonly value: Value;
  readonly children: (field: FieldProps<Value>) => ReactNode;
}

/** One field in each of its states; each can be changed by itself. */
export function FieldStates<Value>({ name, states, value, children }: Props<Value>) {
  return (
    <States>
      {states.map((state) => (
        <FieldInState key={state} {...{ name, state, value, children }} />
      ))}
    </States>
  );
}

function FieldInState<Value>(props: Omit<Props<Value>, 'states'> & { state: StateName }) {
  const { name, state, children } = props;
  const text = useText();
  const [value, onChange] = useState(props.value);
  const notes: Readonly<Record<StateName, Notes>> = {
    normal: {},
    required: { required: true },
    help: { help: text(messages.helpText) },
    error: { error: text(messages.errorText) },
    disabled: { disabled: true },
    readOnly: { readOnly: true },
  };
  return children({ name: `${name}-${state}`, label: text(LABELS[state]), value, onChange, ...notes[state] });
}
