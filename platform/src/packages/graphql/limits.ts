import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { HttpError } from '../../errors/HttpError.ts';

/** Maximum nodes of one document, over all its root fields. */
const maxNodes = 2000;
/** Maximum nesting of fields: `packages.edges.node.stats.downloads` has five levels. */
const maxDepth = 10;
/** Maximum selected fields; those of fragments count each time they are used. */
const maxFields = 500;

/** Checks a valid document against the limits; throws `HttpError` 400 with the exceeded limit. */
export function checkLimits(document: DocumentNode, variables: Readonly<Record<string, unknown>>): void {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) throw tooLarge('one operation', `${operations.length}`);
  const fragments = new Map(
    document.definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const { depth, fields } = measure(operation.selectionSet, fragments);
  if (depth > maxDepth) throw tooLarge(`${maxDepth} levels of nested fields`, `${depth}`);
  if (fields > maxFields) throw tooLarge(`${maxFields} fields`, `${fields}`);
  const nodes = nodesOf(operation.selectionSet, operation, fragments, variables);
  if (nodes > maxNodes) throw tooLarge(`${maxNodes} nodes over all lists`, `${nodes}`);
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
    // GraphQL's own rule limits nested lists of the schema; the usual introspection query has 15
    // levels.
    const isSchema = isField && selection.name.value.startsWith('__');
    depth = Math.max(depth, isSchema ? 1 : below.depth + (isField ? 1 : 0));
    fields += below.fields + (isField ? 1 : 0);
    // Nested fragments grow exponentially: stop counting at the limit.
    if (fields > maxFields) return { depth, fields };
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

function tooLarge(limit: string, found: string): HttpError {
  return new HttpError(400, 'QUERY_TOO_LARGE', `The GraphQL document has ${found}. The maximum is ${limit}.`);
}
