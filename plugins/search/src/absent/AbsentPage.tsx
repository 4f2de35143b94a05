import { EmptyState, PageFrame, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Shown where the category is on and its service does not exist. */
export function PipelinesPage() {
  const text = useText();
  return (
    <PageFrame heading={text(messages.pipelines)}>
      <EmptyState icon="apps" what={text(messages.noPipelines)} more={text(messages.noPipelinesMore)} />
    </PageFrame>
  );
}
