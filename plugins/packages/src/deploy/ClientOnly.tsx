import type { ClientStep } from '@lading/contract';
import { CopyField, useShell, useText } from '@lading/ui';
import { clientSteps } from '../formats/guides.ts';
import type { System } from '../formats/PackageFormat.ts';
import { platformAddress } from '../install/addresses.ts';
import { useSystem } from '../install/useSystem.tsx';
import { typeLabel } from '../types/packageTypes.ts';
import { messages } from './messages.ts';

/** What only its client can publish: how that is done. */
export function ClientOnly({ type, repoKey }: { type: string; repoKey: string }) {
  const text = useText();
  const { user } = useShell();
  const [system, choice] = useSystem();
  const steps: readonly ClientStep[] = clientSteps({
    packageType: type,
    repoKey,
    baseUrl: platformAddress(),
    user: user.current?.name ?? 'anonymous',
    token: 'YOUR_TOKEN',
    canDeploy: true,
    system: system satisfies System,
  });
  return (
    <>
      <p>{text(messages.clientOnly, { type: typeLabel(type) })}</p>
      {choice}
      <ol className="packages-steps">
        {steps.map(({ why, command, file }) => (
          <li key={why.id}>
            <p>{text(why)}</p>
            {file !== undefined && <p className="ld-soft ld-mono">{file}</p>}
            <CopyField text={command} what={text(why)} prompt={file === undefined} />
          </li>
        ))}
      </ol>
    </>
  );
}
