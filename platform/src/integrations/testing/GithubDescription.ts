import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Content {
  schema: object;
  examples?: Record<string, { $ref: string }>;
}
interface Operation {
  parameters?: ({ name: string; in: string; required?: boolean; schema: object } | { $ref: string })[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content: Record<string, Content> }>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: {
    examples: Record<string, { value: unknown }>;
    parameters: Record<string, { name: string; in: string; schema: object }>;
  };
}

const file = new URL('./githubApi.json', import.meta.url);

/** The calls of Lading in GitHub's published API description; see `scripts/githubApi.mjs`. */
export class GithubDescription {
  readonly #description = JSON.parse(readFileSync(file, 'utf8')) as Description;
  readonly #ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false });

  constructor() {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'github', ...this.#description });
  }

  /** Returns what is wrong with a request. `path` is without the prefix of the API. */
  faultsOfRequest(method: string, path: string, body = ''): string[] {
    const { pathname, searchParams } = new URL(path, 'http://github');
    const operation = this.#operation(method, pathname);
    if (!operation) return [`no call ${method} ${pathname}`];
    const query = (operation.parameters ?? [])
      .map((each) => ('$ref' in each ? this.#parameter(each.$ref) : each))
      .filter((each) => each.in === 'query');
    const unknown = [...searchParams].flatMap(([name, value]) => {
      const known = query.find((each) => each.name === name);
      if (!known) return [`unknown parameter ${name}`];
      const number = Number(value);
      const isValid = this.#compile(known.schema);
      return isValid(value) || isValid(number) ? [] : [`parameter ${name} is ${value}`];
    });
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (!schema) return body === '' ? unknown : [...unknown, 'the call has no body'];
    return [...unknown, ...this.#faults(schema, JSON.parse(body))];
  }

  /** Returns what is wrong with a JSON answer by the description. */
  faultsOfAnswer(method: string, path: string, answer: unknown): string[] {
    const content = this.#answer(method, path);
    return content ? this.#faults(content.schema, answer) : [`no call ${method} ${path}`];
  }

  /** Returns the published example of an answer. */
  example(method: string, path: string, name?: string): unknown {
    const examples = this.#answer(method, path)?.examples ?? {};
    const reference = (name === undefined ? Object.values(examples)[0] : examples[name])?.$ref ?? '';
    const found = this.#description.components.examples[reference.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`GitHub publishes no example ${name ?? ''} of ${method} ${path}`);
    return found.value;
  }

  #answer(method: string, path: string): Content | undefined {
    const [response] = Object.values(this.#operation(method, path)?.responses ?? {});
    return response?.content['application/json'];
  }

  #operation(method: string, path: string): Operation | undefined {
    const template = Object.keys(this.#description.paths).find((each) => matches(each, path));
    return template ? this.#description.paths[template]?.[method.toLowerCase()] : undefined;
  }

  #parameter(reference: string) {
    const found = this.#description.components.parameters[reference.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`No parameter ${reference}`);
    return found;
  }

  #faults(schema: object, value: unknown): string[] {
    const validate = this.#compile(schema);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  #compile(schema: object): ValidateFunction {
    // References of the schema are relative to the description.
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"github#/components'));
    return this.#ajv.compile(absolute);
  }
}

/** The last parameter of `/contents/{path}` and similar can have several segments. */
function matches(template: string, path: string): boolean {
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const last = parts.length - 1;
  const pattern = parts.map((part, at) => (at === 0 ? part : `${at === last ? '.+' : '[^/]+'}${part}`));
  return new RegExp(`^${pattern.join('')}$`).test(path);
}
