import { type Http, HttpFailure } from '@lading/contract';

const CALL = '/ui/api/v1/ui/download';

/** Where a browser fetches a file of a repository. */
function downloadAddress(repoKey: string, path: string): string {
  return `${CALL}?${new URLSearchParams({ repoKey, path })}`;
}

/**
 * Has the browser fetch the file. Throws `HttpFailure` when the platform answers 403 or 404; what
 * else may go wrong is the browser's to say, which fetches it.
 */
export async function download(http: Http, repoKey: string, path: string): Promise<void> {
  try {
    await http.text(CALL, { method: 'HEAD', query: { repoKey, path } });
  } catch (cause) {
    if (cause instanceof HttpFailure && (cause.status === 403 || cause.status === 404)) throw cause;
  }
  const link = document.createElement('a');
  link.href = downloadAddress(repoKey, path);
  link.download = '';
  link.click();
}
