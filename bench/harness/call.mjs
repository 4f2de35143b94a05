import { authorization } from './lading.mjs';

/**
 * Calls the platform as the administrator, with a body as JSON. Returns the content of the answer.
 * Throws for an answer that is no success.
 */
export async function call(lading, method, path, body) {
  const answer = await fetch(`${lading.numeric}${path}`, {
    method,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content}`);
  return content;
}
