import { authorization } from './lading.mjs';

/** Creates a repository with the body of `PUT /artifactory/api/repositories/{key}`. */
export async function makeRepository({ origin }, key, configuration) {
  const answer = await fetch(`${origin}/artifactory/api/repositories/${key}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(configuration),
  });
  if (!answer.ok) throw new Error(`${key} was not made: ${answer.status} ${await answer.text()}`);
}
