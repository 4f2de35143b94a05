import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { HttpError } from '../../errors/HttpError.ts';

/** Nodes that one document may ask for, over all its root fields. */
const mostNodes = 2000;
/** Fields in a row, `packages.edges.node.stats.downloads` being five. */
const mostDepth = 10;
/** Fields written down, those of fragments counted each time they are used. */
const mostFields = 500;

/** What a document that holds against the schema may ask for; throws `HttpError` 400 that names what is too much. */
export function checkLimits(document: DocumentNode, variables: Readonly<Record<string, unknown>>): void {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) throw tooMuch('one operation', `${operations.length}`);
  const fragments = new Map(
    document.definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const { depth, fields } = measure(operation.selectionSet, fragments);
  if (depth > mostDepth) throw tooMuch(`${mostDepth} levels of nested fields`, `${depth}`);
  if (fields > mostFields) throw tooMuch(`${mostFields} fields`, `${fields}`);
  const nodes = nodesOf(operation.selectionSet, operation, fragments, variables);
  if (nodes > mostNodes) throw tooMuch(`${mostNodes} nodes over all lists`, `${nodes}`);
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function measure(set: SelectionSetNode, fragments: Fragments): { depth: number; fields: number } {
  let depth = 0;
  let fields = 0;
  for (const selection of set.selections) {
    const isField = selection.kind === Kind.FIELD;
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments.get(selection.name.value)?.selectionSet
        : selection.selectionSet;
    const below = inner ? measure(inner, fragments) : { depth: 0, fields: 0 };
    // Nested lists of the schema are limited by GraphQL's own rule; the usual introspection query is 15 deep.
    const isSchema = isField && selection.name.value.startsWith('__');
    depth = Math.max(depth, isSchema ? 1 : below.depth + (isField ? 1 : 0));
    fields += below.fields + (isField ? 1 : 0);
    // Fragments in fragments grow exponentially: no need to know how far.
    if (fields > mostFields) return { depth, fields };
  }
  return { depth, fields };
}

function nodesOf(
  set: SelectionSetNode,
  operation: OperationDefinitionNode,
  fragments: Fragments,
  variables: Readonly<Record<string, unknown>>,
): number {
  return set.selections.reduce((sum, selection) => {
    if (selection.kind !== Kind.FIELD) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragments.get(selection.name.value)?.selectionSet
          : selection.selectionSet;
      return sum + (inner ? nodesOf(inner, operation, fragments, variables) : 0);
    }
    if (selection.name.value === 'package' || selection.name.value.startsWith('__')) return sum + 1;
    const first = selection.arguments?.find(({ name }) => name.value === 'first')?.value;
    if (first?.kind === Kind.INT) return sum + Number(first.value);
    const given = first?.kind === Kind.VARIABLE ? variables[first.name.value] : undefined;
    return sum + (typeof given === 'number' ? given : 100);
  }, 0);
}

function tooMuch(limit: string, found: string): HttpError {
  return new HttpError(400, 'QUERY_TOO_LARGE', `The GraphQL document has ${found}. The maximum is ${limit}.`);
}
