import type { Message } from '@lading/contract';
import { useFormats, useText } from '@lading/ui';
import { Badge, type BadgeState, CodeBlock, Facts, Tags } from '@lading/ui/display';
import { messages } from './messages.ts';

const STATES: readonly (readonly [BadgeState, Message])[] = [
  ['good', messages.good],
  ['busy', messages.running],
  ['warning', messages.warning],
  ['bad', messages.bad],
  ['off', messages.off],
  ['unknown', messages.unknown],
];

export function Badges() {
  const text = useText();
  return (
    <>
      {STATES.map(([state, label]) => (
        <Badge key={state} state={state}>
          {text(label)}
        </Badge>
      ))}
    </>
  );
}

export function TagRow() {
  const text = useText();
  return (
    <>
      <Tags words={['latest', 'next']} />
      <Tags words={[text(messages.deprecated)]} warning />
    </>
  );
}

export function KeyValues() {
  const text = useText();
  const formats = useFormats();
  return (
    <Facts
      facts={[
        [text(messages.version), '4.21.2'],
        [text(messages.size), formats.size(212_992)],
        [text(messages.digest), 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      ]}
    />
  );
}

export function Code() {
  const text = useText();
  return (
    <CodeBlock
      label={text(messages.code)}
      tabs={[
        { key: 'npm', label: 'npm', code: 'npm install left-pad', file: 'install.sh' },
        { key: 'docker', label: 'Docker', code: 'docker pull example.org/team/app:1.0' },
      ]}
    />
  );
}
