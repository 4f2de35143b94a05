import { type Text, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { RegistryProblem } from '../../registry/conflicts.ts';
import { useFrame } from '../FrameContext.ts';
import { diagnostics } from './pageMessages.ts';

/** Contributions that were left out because their path, name, or ID is taken or reserved. */
export const RegistryProblems = observer(function RegistryProblems() {
  const { registry } = useFrame();
  const text = useText();
  if (registry.problems.length === 0) return null;
  return (
    <section aria-labelledby="lading-conflicts">
      <h2 id="lading-conflicts">{text(diagnostics.conflicts)}</h2>
      <ul>
        {registry.problems.map((problem) => (
          <li key={`${problem.plugin} ${problem.kind} ${problem.wanted}`}>{sentence(text, problem)}</li>
        ))}
      </ul>
    </section>
  );
});

/** Returns the sentence for a problem. */
function sentence(text: Text, { plugin, kind, wanted, owner, problem }: RegistryProblem): string {
  const values = { plugin, kind, wanted, owner };
  if (problem === 'taken') return text(diagnostics.taken, values);
  return text(owner === 'shell' ? diagnostics.reservedForShell : diagnostics.reserved, values);
}
