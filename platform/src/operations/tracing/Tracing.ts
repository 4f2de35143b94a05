import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../settings/tracing.ts';
import { version } from '../../settings/version.ts';

/** How long the last spans may take when the server stops, in milliseconds. */
const lastExportMs = 2000;

interface SpanParts {
  name: string;
  kind: SpanKind;
  attributes: Readonly<Record<string, string | number>>;
}

/** Headers by lowercase name. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Creates spans of one platform. Has its own context, because a process can contain several. */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer;
  readonly #contexts = new AsyncLocalStorageContextManager();
  readonly #propagator = new W3CTraceContextPropagator();

  /** `report` receives the reason of a failed export. */
  constructor(settings: TracingSettings, node: string, report: (error: Error | undefined) => void) {
    const own = resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': version,
      'service.instance.id': node,
    });
    const { scheduleDelayMs: scheduledDelayMillis, maxQueueSize, maxExportBatchSize } = settings;
    const Exporter = settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
    const exporter = reporting(new Exporter({ url: settings.url }), report);
    this.#provider = new TracerProvider({
      resource: detectResources({ detectors: [envDetector] }).merge(own),
      sampler: samplerOf(settings),
      spanProcessors: [
        new BatchSpanProcessor({ exporter, scheduledDelayMillis, maxQueueSize, maxExportBatchSize }),
      ],
    });
    this.#tracer = this.#provider.getTracer('lading', version);
  }

  /** Starts the span of a request, in the trace of its `traceparent` header if it has one. */
  begin(headers: Headers, { name, kind, attributes }: SpanParts): Context {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, {
      get: (carrier, key) => (carrier as Headers)[key],
      keys: (carrier) => Object.keys(carrier as Headers),
    });
    return trace.setSpan(parent, this.#tracer.startSpan(name, { kind, attributes }, parent));
  }

  /** Starts a span in the trace of a cause, with links to the others, or else in its own trace. */
  beginAfter(causes: readonly SpanContext[], { name, kind, attributes }: SpanParts): Context {
    const [cause, ...others] = causes;
    const parent = cause ? trace.setSpanContext(ROOT_CONTEXT, cause) : ROOT_CONTEXT;
    const links = others.map((context) => ({ context }));
    return trace.setSpan(parent, this.#tracer.startSpan(name, { kind, attributes, links }, parent));
  }

  /** Runs the work, and everything it starts, within the span. */
  within<T>(context: Context, work: () => T): T {
    return this.#contexts.with(context, work);
  }

  /** Returns the span of the current request or job if it is recorded, also after it ended. */
  get current(): SpanContext | undefined {
    const span = trace.getSpan(this.#contexts.active())?.spanContext();
    return span && (span.traceFlags & TraceFlags.SAMPLED) !== 0 ? span : undefined;
  }

  /**
   * Starts a span within that of the current request or job. Returns undefined if none is recorded.
   * `isLate`: also after the response.
   */
  beginChild({ name, kind, attributes }: SpanParts, isLate = false): Span | undefined {
    const context = this.#contexts.active();
    if (!trace.getSpan(context)?.isRecording() && !(isLate && this.current)) return undefined;
    return this.#tracer.startSpan(name, { kind, attributes }, context);
  }

  /** Returns the headers that continue the trace of the span, or else of the current request. */
  headersOf(span: Span | undefined): Record<string, string> {
    const headers: Record<string, string> = {};
    const context = this.#contexts.active();
    this.#propagator.inject(span ? trace.setSpan(context, span) : context, headers, {
      set: (carrier, key, value) => {
        (carrier as Record<string, string>)[key] = value;
      },
    });
    return headers;
  }

  /** Sends the last spans. Never rejects, and does not wait long for a collector. */
  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, lastExportMs).unref());
    await Promise.race([this.#provider.shutdown().catch(() => undefined), late]);
  }
}

/** Ends a span. The message of an error is not recorded, because it can contain values. */
export function endSpan(span: Span, attributes: SpanParts['attributes'], failed: boolean): void {
  span.setAttributes(attributes);
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Names the error in a span, without its message. */
export function errorType(error: unknown): Record<string, string> {
  if (error === undefined) return {};
  const { code, name } = error as NodeJS.ErrnoException;
  return { 'error.type': code ?? name ?? 'Error' };
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function reporting(exporter: SpanExporter, report: (error: Error | undefined) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        report(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
