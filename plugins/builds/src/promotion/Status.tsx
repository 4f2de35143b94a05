/** What a run has become; nothing while nobody said so. */
export function Status({ status }: { status: string }) {
  return status === '' ? null : <span className="builds-status">{status}</span>;
}
