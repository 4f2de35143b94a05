/** Tracing by OpenTelemetry, from its standard variables. */
export interface TracingSettings {
  /** URL that spans are sent to. */
  url: string;
  protocol: Protocol;
  serviceName: string;
  sampler: SamplerName;
  /** Share of the traces that a ratio sampler selects, from 0 to 1. */
  ratio: number;
  /** Milliseconds between two exports. */
  scheduleDelayMs: number;
  /** Spans that wait for an export. More are dropped. */
  maxQueueSize: number;
  maxExportBatchSize: number;
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type SamplerName = (typeof samplers)[number];

const protocols = ['http/protobuf', 'http/json'] as const;
type Protocol = (typeof protocols)[number];

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the `OTEL_…` variables. Returns undefined without an endpoint, or if they turn tracing off.
 * Adds an error to `faults` for each invalid variable. The exporter reads headers, certificates,
 * compression, and the timeout itself.
 */
export function readTracing(env: Env, faults: string[]): TracingSettings | undefined {
  const url = urlOf(env, faults);
  const exporter = env.OTEL_TRACES_EXPORTER || 'otlp';
  if (url === undefined || exporter === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true')
    return undefined;
  if (exporter !== 'otlp') faults.push(`OTEL_TRACES_EXPORTER must be otlp or none, not "${exporter}"`);
  const sampler = samplers.find((name) => name === (env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'));
  if (!sampler)
    faults.push(
      `OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, not "${env.OTEL_TRACES_SAMPLER}"`,
    );
  const number = (name: string, byDefault: number, max = Number.MAX_SAFE_INTEGER) => {
    const value = Number(env[name] || byDefault);
    if (value >= 0 && value <= max) return value;
    faults.push(`${name} must be a number from 0 to ${max}, not "${env[name]}"`);
    return byDefault;
  };
  const maxQueueSize = number('OTEL_BSP_MAX_QUEUE_SIZE', 2048);
  return {
    url,
    protocol: protocolOf(env, faults),
    serviceName: env.OTEL_SERVICE_NAME || 'lading',
    sampler: sampler ?? 'parentbased_always_on',
    ratio: number('OTEL_TRACES_SAMPLER_ARG', 1, 1),
    scheduleDelayMs: number('OTEL_BSP_SCHEDULE_DELAY', 5000),
    maxQueueSize,
    maxExportBatchSize: Math.min(number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512), maxQueueSize),
  };
}

function protocolOf(env: Env, faults: string[]): Protocol {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
  const [name = '', ...unused] = names.filter((each) => env[each]);
  for (const each of [name, ...unused])
    if (each !== '' && !protocols.some((known) => known === env[each]))
      faults.push(
        `${each} must be ${protocols.join(' or ')}, not "${env[each]}". Collectors accept both on port 4318`,
      );
  return protocols.find((known) => known === env[name]) ?? 'http/protobuf';
}

function urlOf(env: Env, faults: string[]): string | undefined {
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const common = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = own || (common && `${common.replace(/\/$/, '')}/v1/traces`);
  if (!url) return undefined;
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  // The value can contain a password.
  faults.push(
    `${own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT'} must be the URL of a collector, such as http://localhost:4318`,
  );
  return undefined;
}
