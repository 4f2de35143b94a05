import { HttpFailure } from '@lading/contract';
import type { UploadRequest } from '../formats/Deployer.ts';

/**
 * Sends a file, and tells how much of it has gone: 0 to 1. Rejects with `HttpFailure`, or the
 * signal's reason.
 */
export function sendUpload(
  request: UploadRequest,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // The upload may have been aborted while it was prepared, before the event listener was added.
    signal.throwIfAborted();
    // fetch cannot tell how much of a body has gone.
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

/** In the words of the platform, where it has some. */
function failureOf({ status, statusText, responseText }: XMLHttpRequest): HttpFailure {
  let message = `${status} ${statusText}`.trim();
  let code: string | undefined;
  try {
    const { errors } = JSON.parse(responseText) as { errors?: { code?: string; message?: string }[] };
    message = errors?.[0]?.message ?? message;
    code = errors?.[0]?.code;
  } catch {
    // An answer of something in between: its status is all that is known.
  }
  return new HttpFailure(status, message, code);
}
