import { type Http, HttpFailure } from '@lading/contract';

const CALL = '/ui/api/v1/ui/download';

/** Returns the URL of a file in a repository for the browser. */
function downloadAddress(repoKey: string, path: string): string {
  return `${CALL}?${new URLSearchParams({ repoKey, path })}`;
}

/**
 * Starts the browser's download of the file. Throws `HttpFailure` if the platform responds with 403
 * or 404. The browser reports all other errors.
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
