import type { VersionComparison } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { ChangeMark } from './ChangeMark.tsx';
import { messages } from './messages.ts';

/** The declared dependencies that differ. */
export function DependencyChanges({ comparison }: { comparison: VersionComparison }) {
  const text = useText();
  const { dependencies, dependenciesKnown, unchangedDependencies: count, from, to } = comparison;
  if (!dependenciesKnown) return <p>{text(messages.dependenciesUnknown)}</p>;
  if (dependencies.length === 0) return <p>{text(messages.noDependencyChanges, { count })}</p>;
  return (
    <table className="packages-table">
      <thead>
        <tr>
          <th scope="col">{text(messages.name)}</th>
          <th scope="col">{text(messages.change)}</th>
          <th scope="col" className="ld-mono">
            {from.version}
          </th>
          <th scope="col" className="ld-mono">
            {to.version}
          </th>
        </tr>
      </thead>
      <tbody>
        {dependencies.map(({ name, development, change, ...ranges }) => (
          <tr key={`${name} ${development}`}>
            <th scope="row">
              {name} {development && <Tags words={[text(messages.development)]} />}
            </th>
            <td>
              <ChangeMark change={change} />
            </td>
            <td className="ld-mono">{ranges.from}</td>
            <td className="ld-mono">{ranges.to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
