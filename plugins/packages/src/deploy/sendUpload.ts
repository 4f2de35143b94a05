import { HttpFailure } from '@lading/contract';
import type { UploadRequest } from '../formats/Deployer.ts';

/**
 * Sends a file, and reports the progress from 0 to 1. Rejects with `HttpFailure`, or with the
 * reason of the signal.
 */
export function sendUpload(
  request: UploadRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // The upload may have been aborted while it was prepared, before the event listener was added.
    signal.throwIfAborted();
    // `fetch` does not report the progress of an upload.
    const call = new XMLHttpRequest();
    call.open(request.method, request.path);
    if (request.type !== undefined) call.setRequestHeader('content-type', request.type);
    call.setRequestHeader('accept', 'application/json');
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    call.addEventListener('load', () => {
      if (call.status >= 200 && call.status < 300) resolve();
      else reject(failureOf(call));
    });
    call.addEventListener('error', () => reject(new HttpFailure(0, 'The platform could not be reached')));
    call.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(request.body);
  });
}

/** Uses the error message of the platform if the response contains one. */
function failureOf({ status, statusText, responseText }: XMLHttpRequest): HttpFailure {
  let message = `${status} ${statusText}`.trim();
  let code: string | undefined;
  try {
    const { errors } = JSON.parse(responseText) as { errors?: { code?: string; message?: string }[] };
    message = errors?.[0]?.message ?? message;
    code = errors?.[0]?.code;
  } catch {
    // The response of a proxy: only the status is known.
  }
  return new HttpFailure(status, message, code);
}
