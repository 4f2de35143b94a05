import { Lazy, useText } from '@lading/ui';
import { platformAddress } from '../install/addresses.ts';
import { useSystem } from '../install/useSystem.tsx';
import { formatOf, typeLabel } from '../types/packageTypes.ts';
import { dialogMessages as messages } from './dialogMessages.ts';

const load = () => import('../install/guided.ts').then(({ ClientSetUp }) => ClientSetUp);

/** Shows how to publish packages of a format that only its client can publish. */
export function ClientOnly({ type, repoKey }: { type: string; repoKey: string }) {
  const text = useText();
  const [system, choice] = useSystem();
  const client = formatOf(type)?.clients?.[0];
  return (
    <>
      <p>{text(messages.clientOnly, { type: typeLabel(type) })}</p>
      {choice}
      <Lazy
        load={load}
        props={{
          target: {
            packageType: type,
            repoKey,
            repoClass: 'local',
            baseUrl: platformAddress(),
            canDeploy: true,
            publishOnly: true,
            system,
          },
          clientLabel: client?.label ?? typeLabel(type),
        }}
        failure={text(messages.stepsFailed)}
      />
    </>
  );
}
