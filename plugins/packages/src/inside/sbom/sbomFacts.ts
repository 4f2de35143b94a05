/** Metadata of a bill of materials in JSON. */
export interface SbomFacts {
  /** Such as `CycloneDX 1.6` and `SPDX-2.3`. */
  readonly format: string;
  readonly tool: string | undefined;
  readonly packages: number | undefined;
}

interface Json {
  readonly [key: string]: unknown;
}

/** Reads untrusted text. Returns `undefined` for other formats and for invalid JSON. */
export function sbomFacts(source: string): SbomFacts | undefined {
  const bill = parsed(source);
  if (bill?.bomFormat === 'CycloneDX')
    return {
      format: `CycloneDX ${textOf(bill.specVersion) ?? ''}`.trim(),
      tool: toolOf(objectOf(bill.metadata)?.tools),
      packages: componentsIn(bill.components),
    };
  const format = textOf(bill?.spdxVersion);
  if (format === undefined) return undefined;
  const creators = listOf(objectOf(bill?.creationInfo)?.creators) ?? [];
  const tool = creators.map(textOf).find((each) => each?.startsWith('Tool: '));
  return { format, tool: tool?.slice('Tool: '.length), packages: countOf(bill?.packages) };
}

/** The first tool: a list in CycloneDX 1.4, components in 1.5 and later. */
function toolOf(tools: unknown): string | undefined {
  const first = objectOf((listOf(tools) ?? listOf(objectOf(tools)?.components))?.[0]);
  const words = [textOf(first?.name), textOf(first?.version)].filter((each) => each !== undefined);
  return words.length === 0 ? undefined : words.join(' ');
}

function parsed(source: string): Json | undefined {
  try {
    return objectOf(JSON.parse(source));
  } catch {
    return undefined;
  }
}

/** Component types that are not packages. */
const NO_PACKAGES: readonly unknown[] = ['file', 'data', 'cryptographic-asset'];

/** Counts packages, including those nested in other components. */
function componentsIn(components: unknown): number | undefined {
  const listed = listOf(components);
  if (!listed) return undefined;
  let count = 0;
  const left = [listed];
  for (let each = left.pop(); each; each = left.pop()) {
    for (const component of each.map(objectOf)) {
      if (!NO_PACKAGES.includes(component?.type)) count += 1;
      const within = listOf(component?.components);
      if (within) left.push(within);
    }
  }
  return count;
}

const objectOf = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : undefined);
const countOf = (value: unknown) => listOf(value)?.length;
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 100) : undefined);
