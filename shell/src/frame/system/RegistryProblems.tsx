import { observer } from 'mobx-react-lite';
import type { RegistryProblem } from '../../registry/conflicts.ts';
import { useFrame } from '../FrameContext.ts';

/** Contributions that were left out because somebody else has the path, the name or the id. */
export const RegistryProblems = observer(function RegistryProblems() {
  const { registry } = useFrame();
  if (registry.problems.length === 0) return null;
  return (
    <section aria-labelledby="lading-conflicts">
      <h2 id="lading-conflicts">Conflicts</h2>
      <ul>
        {registry.problems.map((problem) => (
          <li key={`${problem.plugin} ${problem.kind} ${problem.wanted}`}>{sentence(problem)}</li>
        ))}
      </ul>
    </section>
  );
});

function sentence({ plugin, kind, wanted, owner, problem }: RegistryProblem): string {
  const why =
    problem === 'reserved'
      ? `it is reserved for ${owner === 'shell' ? 'the shell' : `the plug-in "${owner}"`}`
      : `the plug-in "${owner}" has it and stands before it in the map`;
  return `Plug-in "${plugin}": ${kind}: "${wanted}" was left out, because ${why}`;
}
