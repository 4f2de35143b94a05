import type { ClientStep } from '@lading/contract';
import { CopyField } from '../copy/CopyField.tsx';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './clients.css?inline';
import { messages } from './messages.ts';

interface Props {
  readonly steps: readonly ClientStep[];
  /** Names the command of the last step in place of the step's own text. */
  readonly lastName?: string | undefined;
}

/**
 * Lists commands to run and lines to add to files; each can be copied. A single command with a name
 * of its own needs no list.
 */
export function ClientSteps({ steps, lastName }: Props) {
  useStyles(css);
  const text = useText();
  const [only] = steps;
  if (steps.length === 1 && only?.file === undefined && only && lastName !== undefined) {
    return <CopyField text={only.command} what={lastName} prompt />;
  }
  return (
    <ol className="ld-steps">
      {steps.map(({ why, command, file }, at) => (
        <li key={`${why.id} ${command}`}>
          <p>{text(why)}</p>
          {file !== undefined && <p className="ld-soft">{text(messages.addTo, { file })}</p>}
          <CopyField
            text={command}
            what={at === steps.length - 1 && lastName !== undefined ? lastName : text(why)}
            prompt={file === undefined}
          />
        </li>
      ))}
    </ol>
  );
}
