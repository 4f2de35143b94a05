/** The word Overview alone: nothing else stands here. */
export function OverviewPage() {
  return <h1 tabIndex={-1}>Overview</h1>;
}
