/** What became of a file that was sent. */
export interface Sent {
  /** 0: there was no answer. */
  readonly status: number;
  /** In the server's words. */
  readonly message: string | undefined;
}

export interface Sending {
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

export type SendFile = (address: string, file: Blob, sending: Sending) => Promise<Sent>;

/** Sends a file as it stands on the disk, however large: the browser reads it as it goes. Rejects only when it is given up. */
export const sendFile: SendFile = (address, file, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    // Given up before it was begun: there will be no event of that.
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
