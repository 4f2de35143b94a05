/** Response to an upload. */
export interface Sent {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Error message of the server. */
  readonly message: string | undefined;
}

export interface Sending {
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

export type SendFile = (address: string, file: Blob, sending: Sending) => Promise<Sent>;

/**
 * Uploads a file of any size; the browser streams it from the disk. Rejects only when it is
 * aborted.
 */
export const sendFile: SendFile = (address, file, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    // Aborted before the start: there will be no event.
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('PUT', address);
    request.setRequestHeader('x-requested-with', 'XMLHttpRequest');
    if (file.type === '') request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve({ status: request.status, message: messageOf(request.responseText) });
    request.onerror = () => resolve({ status: 0, message: undefined });
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { errors?: { message?: string }[] }).errors?.[0]?.message;
  } catch {
    return undefined;
  }
}
