import type { UserData } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { places } from '../../palette/messages.ts';
import { messages } from '../../why/messages.ts';
import { decisionFor, type Judged, verdictsFor } from '../../why/verdicts.ts';
import { useFrame } from '../FrameContext.ts';
import { WideTable } from '../system/WideTable.tsx';

interface TableProps {
  readonly user: UserData;
  /** Path or part of a label. */
  readonly path: string;
  readonly everything: boolean;
}

/** Table of verdicts for a user, filtered by a path or label. */
export const VerdictTable = observer(function VerdictTable({ user, path, everything }: TableProps) {
  const shell = useFrame();
  const text = useText();
  const matching = verdictsFor(shell, user).filter((judged) => isMeant(judged, path));
  const missing = matching.filter(({ verdict }) => verdict.shown !== 'yes');
  const shown = everything ? matching : missing;
  return (
    <>
      {path.startsWith('/') && (
        <p className="lading-why-answer" role="status">
          {answer()}
        </p>
      )}
      <p className="ld-soft" id="lading-why-count">
        {text(messages.count, { count: matching.length, hidden: missing.length })}
      </p>
      {shown.length === 0 ? (
        <p>{text(messages.nothing)}</p>
      ) : (
        <WideTable labelledBy="lading-why-count">
          <thead>
            <tr>
              <th scope="col">{text(messages.item)}</th>
              <th scope="col">{text(messages.place)}</th>
              <th scope="col">{text(messages.path)}</th>
              <th scope="col">{text(messages.verdict)}</th>
              <th scope="col">{text(messages.because)}</th>
              <th scope="col">{text(messages.rule)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, label, place, path: at, verdict }) => (
              <tr key={id}>
                <td>{label}</td>
                <td>{text(place === 'screen' ? messages.screen : places[place])}</td>
                <td>
                  <code>{at}</code>
                </td>
                <td>{text(messages[verdict.shown])}</td>
                <td className="lading-cause">{verdict.shown === 'yes' ? '' : verdict.because}</td>
                <td>{verdict.shown === 'yes' ? '' : `${verdict.rule} (${verdict.row})`}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
    </>
  );

  function answer(): string {
    const decision = decisionFor(shell, user, path);
    const who = { user: user.name, path };
    if (decision.do === 'admit') return text(messages.admitted, who);
    if (decision.do === 'wait') return text(messages.waits);
    if (decision.do === 'stop') return text(messages.stopped, { ...who, said: decision.notify });
    const led = { ...who, to: decision.to };
    if (decision.notify === undefined) return text(messages.led, led);
    return text(messages.ledWith, { ...led, said: decision.notify });
  }
});

/** Matches a path with items at it and above it, and other text with labels that contain it. */
function isMeant({ label, path = '' }: Judged, wanted: string): boolean {
  if (wanted === '') return true;
  const words = wanted.toLowerCase();
  if (!words.startsWith('/'))
    return label.toLowerCase().includes(words) || path.toLowerCase().includes(words);
  const plain = path.toLowerCase().replace(/\/:.*$/, '');
  return plain.startsWith(words) || words === plain || (plain !== '' && words.startsWith(`${plain}/`));
}
