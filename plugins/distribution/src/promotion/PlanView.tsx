import type { PromotionPlan } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { ConditionList } from '../conditions/ConditionList.tsx';
import { messages } from '../messages.ts';

type What = PromotionPlan['lines'][number]['what'];

const TITLES = {
  refused: messages.refusedLines,
  replace: messages.replacedLines,
  copy: messages.copiedLines,
  there: messages.thereLines,
} as const;
const ORDER: readonly What[] = ['refused', 'replace', 'copy', 'there'];
/** Groups with up to this many lines are expanded initially. */
const FEW = 10;

/** Previews a promotion, file by file. */
export function PlanView({ plan, environment }: { plan: PromotionPlan; environment: string }) {
  const text = useText();
  const formats = useFormats();
  const { copies, bytes, refused, lines } = plan;
  const repositories = Object.entries(plan.targets)
    .map(([key, count]) => `${key} (${formats.count(count)})`)
    .join(', ');
  const values = { count: copies, size: formats.size(bytes), repositories, environment };
  const counts: Record<What, number> = {
    ...{ refused, replace: plan.replaces, copy: copies - plan.replaces, there: plan.there },
  };
  const total = ORDER.reduce((sum, what) => sum + counts[what], 0);
  return (
    <div className="bundles-plan">
      <p role="status">
        {refused > 0
          ? text(messages.nothingPossible, { count: refused })
          : text(copies > 0 ? messages.willCopy : messages.nothingToCopy, values)}
      </p>
      {plan.conditions && <ConditionList state={plan.conditions} />}
      {ORDER.map((what) => {
        const shown = lines.filter((line) => line.what === what);
        if (counts[what] === 0) return null;
        return (
          <details key={what} open={what === 'refused' || counts[what] <= FEW}>
            <summary>{text(TITLES[what], { count: counts[what] })}</summary>
            <ul>
              {shown.map(({ from, to, size, why }) => (
                <li key={`${from} ${to}`}>
                  <span className="ld-mono">{to === '' ? from : `${from} → ${to}`}</span>{' '}
                  <span className="ld-soft ld-numbers">{formats.size(size)}</span>
                  {why !== '' && <span className="ld-soft bundles-why">{why}</span>}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
      {total > lines.length && <p className="ld-soft">{text(messages.someLines, { count: lines.length })}</p>}
    </div>
  );
}
