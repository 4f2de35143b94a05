import { type Context, SpanKind, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestWatcher } from '../../blobs/BlobStore.ts';
import { type StatementWatcher, watchStatements } from '../../database/watchStatements.ts';
import { sentStatus } from '../../http/afterAnswer.ts';
import type { TracingSettings } from '../../settings/tracing.ts';
import { JobTraces } from './JobTraces.ts';
import { endSpan, errorType, Tracing } from './Tracing.ts';

/** Longer texts of statements are cut, in characters. */
const maxTextLength = 2000;

/**
 * Records a span for each request and each run of a job, and within it for each database statement
 * and each use of another server. Spans contain patterns, names, and figures: no paths, queries,
 * values, headers, or users.
 */
export function installTracing(app: FastifyInstance, settings: TracingSettings): void {
  const { jobs, storage, outgoing, node } = app.platform;
  const tracing = new Tracing(settings, node, reporter(app));
  traceRequests(app, tracing);
  // The server builds its routes while the database starts.
  app.addHook('onReady', async () => {
    watchStatements(storage, watcherOf(tracing));
    storage.blobs.watchRequests?.(storeWatcher(tracing));
  });
  outgoing.observeStore = storeWatcher(tracing);
  jobs.observe(new JobTraces(tracing));
  outgoing.others.observe = ({ protocol, host, port }) => {
    const span = tracing.beginChild(
      {
        name: protocol.toUpperCase(),
        kind: SpanKind.CLIENT,
        attributes: { 'network.protocol.name': protocol, 'server.address': host, 'server.port': port },
      },
      // Some emails are sent after the response.
      true,
    );
    return span && ((error) => endSpan(span, errorType(error), error !== undefined));
  };
  outgoing.observe = (method, url) => {
    const span = tracing.beginChild({
      name: method,
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        'server.address': url.hostname,
        'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
      },
    });
    return {
      headers: tracing.headersOf(span),
      end(result) {
        if (!span) return;
        if (typeof result === 'number') endSpan(span, { 'http.response.status_code': result }, result >= 400);
        else endSpan(span, errorType(result), true);
      },
    };
  };
  app.addHook('onClose', () => tracing.close());
}

/** Returns the watcher that records a span for each statement within a recorded request. */
function watcherOf(tracing: Tracing): StatementWatcher {
  return (text) => {
    const operation = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    const span = tracing.beginChild({
      name: operation,
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, maxTextLength),
      },
    });
    return span && ((error) => endSpan(span, errorType(error), error !== undefined));
  };
}

/** Returns the watcher that records a span for each request to the object store. */
function storeWatcher(tracing: Tracing): RequestWatcher {
  return ({ operation, bucket }) => {
    const span = tracing.beginChild({
      name: `S3.${operation}`,
      kind: SpanKind.CLIENT,
      attributes: {
        ...{ 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': operation },
        'aws.s3.bucket': bucket,
      },
    });
    return span && ((error) => endSpan(span, errorType(error), error !== undefined));
  };
}

function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route } = request.routeOptions;
    // Without a route, the method can be any string.
    const method = route === undefined ? '_OTHER' : request.method;
    const context = tracing.begin(request.headers, {
      name: route === undefined ? 'HTTP' : `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'url.scheme': request.protocol,
        'network.protocol.version': request.raw.httpVersion,
        'lading.request_id': request.id,
      },
    });
    contexts.set(request, context);
    tracing.within(context, done);
  });
  // Request bodies arrive in a different async context.
  app.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request);
    if (context) tracing.within(context, done);
    else done();
  });
  app.afterAnswer.push((request, reply, aborted) => {
    const context = contexts.get(request);
    const span = context && trace.getSpan(context);
    const status = sentStatus(reply, aborted);
    if (span) endSpan(span, { 'http.response.status_code': status }, status >= 500);
  });
}

/** Logs the first of consecutive failed exports, and the next success. */
function reporter(app: FastifyInstance): (error: Error | undefined) => void {
  let isFailing = false;
  return (error) => {
    if (error !== undefined && !isFailing)
      app.log.warn({ reason: reasonOf(error) }, 'failed to send traces to the collector: they are dropped');
    if (error === undefined && isFailing) app.log.info('traces are sent to the collector again');
    isFailing = error !== undefined;
  };
}

/** Responses of a collector can repeat what was sent to it, so only the code is logged. */
function reasonOf({ code, name }: NodeJS.ErrnoException): string {
  return String(code ?? name);
}
