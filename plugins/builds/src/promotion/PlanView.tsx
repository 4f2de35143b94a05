import type { BuildPromotionLine, BuildPromotionPlan, BuildPromotionRequest } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Number of files listed before the user asks for more. */
const SHOWN_AT_ONCE = 10;

/** Previews a promotion, file by file. */
export function PlanView({ plan, request }: { plan: BuildPromotionPlan; request: BuildPromotionRequest }) {
  const text = useText();
  const formats = useFormats();
  const { status = '', targetRepo: repo, copy } = request;
  const going = plan.lines.filter(({ refused, there }) => refused === undefined && !there);
  const there = plan.lines.filter((line) => line.there && line.refused === undefined);
  const staying = plan.lines.filter(({ refused }) => refused !== undefined);
  const replaced = going.filter(({ replaces }) => replaces).length;
  const values = { status, count: plan.files, size: formats.size(plan.bytes), repo: repo ?? '' };
  const said = repo === undefined ? messages.statusOnly : copy ? messages.willCopy : messages.willMove;
  return (
    <div className="builds-plan">
      <p role="status">{text(said, values)}</p>
      {replaced > 0 && <p className="builds-warning">{text(messages.replaces, { count: replaced })}</p>}
      {repo !== undefined && going.length > 0 && (
        <Lines title={text(messages.goes)} lines={going} open={going.length <= SHOWN_AT_ONCE} />
      )}
      {there.length > 0 && (
        <Lines title={text(messages.there, { count: there.length })} lines={there} open={false} />
      )}
      {staying.length > 0 && (
        <Lines title={text(messages.stays, { count: staying.length })} lines={staying} open />
      )}
    </div>
  );
}

function Lines(props: { title: string; lines: readonly BuildPromotionLine[]; open: boolean }) {
  const formats = useFormats();
  const { title, lines, open } = props;
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ul className="builds-plan__lines">
        {lines.map(({ name, from, size, refused }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order stays
          <li key={at}>
            <span>
              {from ? `${from.repo}/${from.path}` : name}{' '}
              {from && <span className="ld-soft ld-numbers">{formats.size(size)}</span>}
            </span>
            {refused !== undefined && <span className="ld-soft">{refused}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
