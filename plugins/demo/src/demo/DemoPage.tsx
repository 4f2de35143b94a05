import { EmptyState, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import css from './demo.css?inline';
import { messages } from './messages.ts';
import { PartSlot } from './PartSlot.tsx';

const LAST = 999;

/** Several micro-frontends on one page: each part that a plugin contributes has a separate slot. */
export const DemoPage = observer(function DemoPage() {
  useStyles(css);
  const text = useText();
  const shell = useShell();
  const parts = shell
    .contributions('pageParts')
    .filter(({ value }) => shell.allows(value.requires))
    .sort((one, other) => (one.value.order ?? LAST) - (other.value.order ?? LAST));
  return (
    <PageFrame heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.about)}</p>
      {parts.length === 0 ? (
        <EmptyState icon="plug" what={text(messages.none)} more={text(messages.noneMore)} />
      ) : (
        <div className="demo-parts">
          {parts.map((part) => (
            <PartSlot key={part.value.id} part={part} />
          ))}
        </div>
      )}
    </PageFrame>
  );
});
