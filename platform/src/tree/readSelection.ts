import type { TreePlace, TreeSelection } from '@lading/contract/rest';
import { HttpError } from '../errors/HttpError.ts';
import { fields, readPlace } from '../files/tree/readPlace.ts';
import { maxNodes } from './selection.ts';

const kinds = ['remove', 'copy', 'move', 'download'] as const;

/** Reads `{nodes: [{repoKey, path}]}`. Throws `HttpError` 400. */
export function readNodes(body: unknown): TreePlace[] {
  const { nodes } = fields(body);
  if (!Array.isArray(nodes) || nodes.length === 0)
    throw bad('Invalid nodes. Expected a list of {"repoKey", "path"}.');
  if (nodes.length > maxNodes) {
    throw new HttpError(
      400,
      'TOO_MANY',
      `The selection exceeds ${maxNodes} nodes. Select their folder, or fewer nodes.`,
    );
  }
  return nodes.map((node) => readPlace(node, true));
}

/** Throws `HttpError` 400. */
export function readSelection(body: unknown): TreeSelection {
  const { what, target } = fields(body);
  const kind = kinds.find((each) => each === what);
  if (!kind) throw bad(`Invalid what. Expected one of ${kinds.join(', ')}.`);
  const nodes = readNodes(body);
  if (kind !== 'copy' && kind !== 'move') return { what: kind, nodes };
  return { what: kind, nodes, target: readPlace(target) };
}

function bad(message: string): HttpError {
  return new HttpError(400, 'BAD_REQUEST', message);
}
