type Env = Readonly<Record<string, string | undefined>>;

const variables = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'];

/**
 * Returns the headers for the collector of traces, as their variables contain them and as they are
 * sent. Any of them can authenticate, so all are secret.
 */
export function exporterSecrets(env: Env): string[] {
  return variables.flatMap((name) => (env[name] ?? '').split(',')).flatMap(secretsOf);
}

/** Returns the value of `name=value`, and the credentials of a value such as `Bearer …`. */
function secretsOf(header: string): string[] {
  const value = header.slice(header.indexOf('=') + 1).trim();
  return [value, decoded(value)].flatMap((form) => [form, form.split(/(?: |%20)+/i).at(-1) ?? '']);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding: the exporter ignores the variable.
    return text;
  }
}
