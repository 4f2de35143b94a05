import { useText } from '@lading/ui';
import type { Faults } from './FormStore.ts';
import { messages } from './messages.ts';
import { useFault } from './useFault.ts';

interface Props<Values> {
  readonly faults: Faults<Values>;
  readonly labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  readonly onChoose: (key: string) => void;
}

/** On top of a form in which several fields are wrong: each leads to its field. */
export function FaultSummary<Values>(props: Props<Values>) {
  const text = useText();
  const say = useFault();
  const keys = Object.keys(props.faults) as (keyof Values & string)[];
  if (keys.length < 2) return null;
  return (
    <div className="admin-form__summary" role="alert" tabIndex={-1}>
      <p>{text(messages.several, { count: keys.length })}</p>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <button type="button" onClick={() => props.onChoose(key)}>
              {text(messages.fault, { field: props.labels[key] ?? key, fault: say(props.faults[key]) ?? '' })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
