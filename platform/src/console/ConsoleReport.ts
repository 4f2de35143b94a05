import type { MappedPlugin } from './ConsoleState.ts';
import type { PluginNotice } from './health/noticeOfPlugin.ts';
import type { MapChange, MapFile, Rejection } from './map/MapFile.ts';
import { placeOf } from './map/parseMap.ts';

/** An event that administrators must be able to look up later. */
export interface ConsoleEvent {
  event:
    | 'import-map-changed'
    | 'import-map-rejected'
    | 'plugin-failed'
    | 'plugin-release-rejected'
    | 'plugin-canary-stopped';
  /** One sentence. */
  detail: string;
  /** For the administrators' notifications. */
  notice?: PluginNotice;
}

/** Turns console states into events: each rejection and failure once, until it is resolved. */
export class ConsoleReport {
  #reported = new Set<string>();

  constructor(private readonly emit: (event: ConsoleEvent) => void) {}

  /** `unkept`: why the last valid map could not be stored. */
  tell(operator: MapFile, plugins: readonly MappedPlugin[], unkept?: string): void {
    for (const change of operator.takeChanges()) {
      this.emit({ event: 'import-map-changed', detail: changed(change) });
    }
    const lasting: ConsoleEvent[] = [
      ...operator.rejections.map((rejection) => rejected(operator.path, rejection)),
      ...plugins.flatMap((plugin) => failed(plugin) ?? []),
    ];
    if (unkept !== undefined) lasting.push({ event: 'import-map-rejected', detail: unkept });
    for (const event of lasting) if (!this.#reported.has(event.detail)) this.emit(event);
    this.#reported = new Set(lasting.map((event) => event.detail));
  }
}

function changed({ specifier, from, to }: MapChange): string {
  return `${specifier}: ${named(from)} → ${named(to)}`;
}

function named(address: string | null | undefined): string {
  if (address === undefined) return 'no entry';
  return address === null ? 'off' : address;
}

function rejected(file: string, { line, reason, whole }: Rejection): ConsoleEvent {
  const rest = whole ? 'The last valid import map remains active.' : 'The other entries are active.';
  return { event: 'import-map-rejected', detail: `${file}, line ${line}: ${reason}. ${rest}` };
}

function failed({ boot }: MappedPlugin): ConsoleEvent | undefined {
  const { name, specifier, address, version, problem, replaces } = boot;
  const failure = replaces ?? (problem && { address, ...problem });
  if (!failure) return undefined;
  const instead = replaces ? ` ${address} is used instead.` : '';
  const detail = `${specifier} failed to load from ${failure.address}: ${failure.class}: ${failure.cause}.${instead}`;
  const about = { version: placeOf(failure.address)?.version ?? version, message: failure.cause };
  const item = replaces
    ? ({ ...about, problem: 'fallback', target: version } as const)
    : ({ ...about, problem: 'failed' } as const);
  return { event: 'plugin-failed', detail, notice: { plugin: name, item } };
}
