/** Status of a run; renders nothing while it has none. */
export function Status({ status }: { status: string }) {
  return status === '' ? null : <span className="builds-status">{status}</span>;
}
