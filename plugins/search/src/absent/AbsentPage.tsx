import { EmptyState, PageFrame, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Shown when the category is enabled but its service does not exist. */
export function PipelinesPage() {
  const text = useText();
  return (
    <PageFrame heading={text(messages.pipelines)}>
      <EmptyState icon="apps" what={text(messages.noPipelines)} more={text(messages.noPipelinesMore)} />
    </PageFrame>
  );
}
