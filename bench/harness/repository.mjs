import { authorization } from './lading.mjs';

/** Makes a repository, as `PUT /artifactory/api/repositories/{key}` takes it. */
export async function makeRepository({ origin }, key, configuration) {
  const answer = await fetch(`${origin}/artifactory/api/repositories/${key}`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(configuration),
  });
  if (!answer.ok) throw new Error(`${key} was not made: ${answer.status} ${await answer.text()}`);
}
