import { EmptyState, PageFrame, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Where a category leads whose gate is open and whose service is not there: what is missing, in words. */
export function BundlesPage() {
  const text = useText();
  return (
    <PageFrame heading={text(messages.bundles)}>
      <EmptyState icon="package" what={text(messages.noBundles)} more={text(messages.noBundlesMore)} />
    </PageFrame>
  );
}

export function PipelinesPage() {
  const text = useText();
  return (
    <PageFrame heading={text(messages.pipelines)}>
      <EmptyState icon="apps" what={text(messages.noPipelines)} more={text(messages.noPipelinesMore)} />
    </PageFrame>
  );
}
