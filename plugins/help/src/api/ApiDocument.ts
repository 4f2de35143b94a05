/** Parts of an OpenAPI 3.1 document that the API reference shows. */
export interface ApiDocument {
  tags?: { name: string; description?: string; externalDocs?: { url: string } }[];
  paths: Record<string, Record<string, ApiCall>>;
  components?: { schemas?: Record<string, Schema> };
}

interface ApiCall {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-access': { name: string; description: string };
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export type Content = Record<string, { schema?: Schema }>;

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
}

/** Operation with its method and path. */
export interface Operation extends ApiCall {
  method: string;
  path: string;
}

/** Returns the operations by section, sorted by section name. */
export function sectionsOf(document: ApiDocument, wanted: string): [section: string, Operation[]][] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = new Map<string, Operation[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, call] of Object.entries(methods)) {
      const operation = { ...call, method: method.toUpperCase(), path };
      const [section = ''] = call.tags;
      const text = `${operation.method} ${path} ${call.summary} ${section}`.toLowerCase();
      if (!words.every((word) => text.includes(word))) continue;
      sections.set(section, [...(sections.get(section) ?? []), operation]);
    }
  return [...sections].sort(([one], [other]) => one.localeCompare(other));
}
