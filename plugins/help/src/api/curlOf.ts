import type { ApiDocument, Operation } from './ApiDocument.ts';
import { sampleOf } from './schemaFields.ts';

/** Returns the call as a command line. */
export function curlOf(document: ApiDocument, operation: Operation, origin: string): string {
  const { method, path, 'x-access': access, parameters = [], requestBody } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const search = query.map(({ name }) => `${name}={${name}}`).join('&');
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${path}${search && `?${search}`}'`,
  ];
  if (access.name !== 'everyone') lines.push(`-H 'Authorization: Bearer TOKEN'`);
  const [type, { schema } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === 'application/json' && schema) {
    const body = JSON.stringify(sampleOf(document, schema)).replaceAll("'", "'\\''");
    lines.push(`-H 'Content-Type: application/json'`, `-d '${body}'`);
  } else if (type !== undefined) lines.push(`-H 'Content-Type: ${type}'`, '--data-binary @FILE');
  return lines.join(' \\\n  ');
}
