import type { AdvisoryImportState } from '@lading/contract/rest';
import { IMPORTS } from '../scanningApi.ts';

interface Sending {
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** The started import, or why it was rejected; `undefined` without a response. */
type Sent = { readonly begun: AdvisoryImportState } | { readonly failure: string | undefined };

export type SendFile = (file: File, sending: Sending) => Promise<Sent>;

/**
 * Uploads a file of any size; the browser streams it from the disk. Rejects only when it is
 * aborted.
 */
export const sendFile: SendFile = (file, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${IMPORTS}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('x-requested-with', 'XMLHttpRequest');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(outcomeOf(request.status, request.responseText));
    request.onerror = () => resolve({ failure: undefined });
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });

function outcomeOf(status: number, text: string): Sent {
  try {
    const answer: unknown = JSON.parse(text);
    if (status === 202) return { begun: answer as AdvisoryImportState };
    return { failure: (answer as { errors?: { message?: string }[] }).errors?.[0]?.message };
  } catch {
    return { failure: undefined };
  }
}
