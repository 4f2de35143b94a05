import type { TreePlan } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { messages as actionMessages } from '../actions/messages.ts';
import { messages } from './messages.ts';

/** Number of nodes listed before the user asks for more. */
const SHOWN_AT_ONCE = 10;

interface Props {
  readonly plan: TreePlan;
  readonly what: 'remove' | 'copy' | 'move' | 'download';
  /** Target folder. */
  readonly to: string;
}

/** Lists the nodes that will be changed, and the skipped nodes with the reasons. */
export function PlanView({ plan, what, to }: Props) {
  const text = useText();
  const formats = useFormats();
  const going = plan.nodes.filter(({ refused }) => refused === undefined);
  const staying = plan.nodes.filter(({ refused }) => refused !== undefined);
  const said = {
    remove: messages.willRemove,
    copy: messages.willCopy,
    move: messages.willMove,
    download: messages.willDownload,
  }[what];
  const { versions = 0, packages = 0, replaces = 0 } = plan;
  return (
    <div className="repositories-plan">
      <p role="status">
        {going.length === 0
          ? text(messages.nothing)
          : text(said, { count: plan.files, size: formats.size(plan.bytes), to })}{' '}
        {what === 'remove' && versions > 0 && text(actionMessages.versionsGo, { versions, packages })}{' '}
        {what === 'remove' &&
          going.length > 0 &&
          (plan.trashDays === undefined
            ? text(actionMessages.forGood)
            : text(actionMessages.restorable, { days: plan.trashDays }))}
      </p>
      {replaces > 0 && (
        <p className="repositories-warning">{text(actionMessages.willReplace, { count: replaces })}</p>
      )}
      {going.length > 0 && (
        <details open={going.length <= SHOWN_AT_ONCE}>
          <summary>{text(messages.each, { count: going.length })}</summary>
          <ul className="repositories-plan__lines">
            {going.map(({ repoKey, path, files, bytes }) => (
              <li key={`${repoKey}/${path}`}>
                <span className="repositories-path">{`${repoKey}/${path}`}</span>
                <span className="ld-soft ld-numbers">
                  {text(messages.line, { count: files, size: formats.size(bytes) })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {staying.length > 0 && (
        <details open>
          <summary>{text(messages.stays, { count: staying.length })}</summary>
          <ul className="repositories-plan__lines">
            {staying.map(({ repoKey, path, refused }) => (
              <li key={`${repoKey}/${path}`}>
                <span className="repositories-path">{`${repoKey}/${path}`}</span>
                <span className="ld-soft">{refused}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
