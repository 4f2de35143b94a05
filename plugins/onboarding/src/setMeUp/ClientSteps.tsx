import type { ClientGuide, ClientTarget } from '@lading/contract';
import { CopyField, Fetched, FetchedView, useText } from '@lading/ui';
import { useEffect, useMemo } from 'react';
import { messages } from './messages.ts';

type Steps = Awaited<ReturnType<ClientGuide['steps']>>;

/** What to run and to write, one after the other; each can be copied. */
export function ClientSteps({ guide, target }: { guide: ClientGuide; target: ClientTarget }) {
  const text = useText();
  const steps = useMemo(() => new Fetched<Steps | undefined>(undefined, () => guide.steps()), [guide]);
  useEffect(() => () => steps.dispose(), [steps]);
  return (
    <FetchedView fetched={steps} failure={text(messages.stepsFailed)}>
      {(tell) => (
        <ol className="onboarding-commands">
          {tell?.(target).map(({ why, command, file }) => (
            <li key={why.id}>
              <p>{text(why)}</p>
              {file !== undefined && <p className="ld-soft ld-mono">{file}</p>}
              <CopyField text={command} what={text(why)} prompt={file === undefined} />
            </li>
          ))}
        </ol>
      )}
    </FetchedView>
  );
}
