import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ServerNote } from '../../storage/runningServer.ts';

const timeoutMs = 10_000;

/** Returns why a listening server is not ready, or undefined if it is ready. */
export async function findUnreadiness({
  localUrl,
}: Pick<ServerNote, 'localUrl'>): Promise<string | undefined> {
  try {
    const { status, text } = await get(`${localUrl}/artifactory/api/v1/system/readiness`);
    if (status === 200) return undefined;
    return messageOf(text) ?? `status ${status}`;
  } catch (error) {
    return (error as Error).message || String((error as NodeJS.ErrnoException).code);
  }
}

function messageOf(text: string): string | undefined {
  try {
    const { errors } = JSON.parse(text) as { errors?: { message?: string }[] };
    return errors?.[0]?.message;
  } catch {
    return undefined;
  }
}

function get(url: string): Promise<{ status: number; text: string }> {
  const isTls = url.startsWith('https:');
  // The certificate is for the public name, and no secrets are sent.
  const options = { timeout: timeoutMs, ...(isTls ? { rejectUnauthorized: false } : {}) };
  return new Promise((resolve, reject) => {
    const request = (isTls ? httpsRequest : httpRequest)(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    request.once('timeout', () =>
      request.destroy(new Error(`It did not respond within ${timeoutMs / 1000} seconds`)),
    );
    request.once('error', reject);
    request.end();
  });
}
