import { message, type PluginFailure, type PluginState } from '@lading/contract';
import { reaction } from 'mobx';
import type { Shell } from '../Shell.ts';
import { scopedStorage } from '../services/storage.ts';
import type { HealthNews } from './HealthNews.ts';
import type { PluginRecord } from './PluginRecord.ts';
import { RunningNote, type RunningPlugin } from './runningPlugins.ts';

/** Crashes in a row after which a version is turned off. */
const MAX_CRASHES = 2;
/** Time that a plugin is shown without a failure, after which earlier crashes don't count. */
const STABLE_MS = 60_000;
/** Crashes that are further apart are not in a row. */
const SERIES_MS = 24 * 60 * 60 * 1000;
const KEY = 'crashes';

const messages = {
  turnedOff: message(
    'shell.crashes.turnedOff',
    '{plugin} {version} failed twice in a row and is turned off in this browser.',
  ),
  turnOn: message('shell.crashes.turnOn', 'Turn on'),
};

/** Crashes of one version in a row. */
interface Series extends PluginFailure {
  readonly version: string;
  readonly crashes: number;
  /** It was reported to the server that the version is off. */
  readonly reported?: boolean;
}

/**
 * Crashes of plugins in this browser. A version that crashes twice in a row is off from the next
 * page load on, until the user turns it on or another version is used. Plugins of the console are
 * not counted: without them, users cannot sign in or work.
 */
export class Crashes {
  readonly #storage = scopedStorage('failures');
  #records: readonly PluginRecord[] = [];
  readonly #watched = new WeakSet<PluginRecord>();
  readonly #tell: (news: HealthNews) => void;
  /** Loading, about to be mounted, or mounted. */
  readonly #shown = new Set<PluginRecord>();
  /** Contributed functions that run now. */
  readonly #calls = new Map<Promise<unknown>, PluginRecord>();
  readonly #note = new RunningNote();
  /** Plugins that the page before in this tab ended with. */
  #ended: readonly RunningPlugin[] = [];
  /** Resolves when the page before is known. To be awaited before `watch`. */
  readonly ready: Promise<void>;

  constructor(tell: (news: HealthNews) => void) {
    this.#tell = tell;
    this.ready = this.#note.take().then((ended) => {
      this.#ended = ended;
    });
    document.addEventListener('visibilitychange', () => this.#mark());
    addEventListener('pagehide', () => this.#mark(true));
    addEventListener('pageshow', () => this.#mark());
  }

  /** `records`: all plugins of the page. */
  watch(records: readonly PluginRecord[]): void {
    const isFirst = this.#records.length === 0;
    this.#records = records.filter(isCounted);
    if (isFirst) this.#countEnded();
    for (const record of this.#records) {
      if (this.#watched.has(record)) continue;
      this.#watched.add(record);
      this.#follow(record);
    }
  }

  /** Returns why the version is turned off; `undefined` if it is not. */
  offBecause(record: PluginRecord): PluginFailure | undefined {
    const { plugin, version } = keyOf(record);
    const series = this.#of(record);
    if (!series || series.crashes < MAX_CRASHES) return undefined;
    if (!series.reported) {
      this.#write(plugin, { ...series, reported: true });
      this.#tell({ plugin, version, off: true });
    }
    const cause = `turned off in this browser after ${series.crashes} crashes in a row: ${series.cause}`;
    return { class: series.class, cause, time: series.time };
  }

  turnOn(record: PluginRecord): void {
    const { plugin, version } = keyOf(record);
    if (this.#of(record)?.reported) this.#tell({ plugin, version, off: false });
    this.#write(plugin, undefined);
  }

  /** Names each plugin that is off, over every page, with a button that turns it on. */
  notify({ language, notifications, plugins }: Pick<Shell, 'language' | 'notifications' | 'plugins'>): void {
    void language.ready.then(() => {
      for (const record of this.#records.filter(({ off }) => off)) {
        const { specifier, version } = record;
        notifications.offer(
          language.text(messages.turnedOff, { plugin: specifier, version }),
          language.text(messages.turnOn),
          () => void plugins.retry(record),
        );
      }
    });
  }

  #follow(record: PluginRecord): void {
    let stable: ReturnType<typeof setTimeout> | undefined;
    reaction(
      () => record.state,
      (state, before) => {
        clearTimeout(stable);
        if (isCrash(state, before) && !record.off) this.#add(record, state.failure);
        if (state.status === 'mounted') stable = setTimeout(() => this.#end(record), STABLE_MS);
        const isLeft = state.status === 'ready' && before.status === 'mounted';
        if (isLeft) this.#end(record);
        if (isLeft || state.status === 'failed' || state.status === 'pending') this.#shown.delete(record);
        else this.#shown.add(record);
        this.#mark();
      },
    );
    record.track = (call) => {
      const end = () => {
        this.#calls.delete(call);
        this.#mark();
      };
      this.#calls.set(call, record);
      this.#mark();
      call.then(end, end);
    };
  }

  /** Counts plugins of the page before in this tab, if the page was ended while they ran. */
  #countEnded(): void {
    for (const running of this.#ended) {
      const record = this.#records.find(({ name }) => name === running.plugin);
      if (record?.version !== running.version) continue;
      const cause = 'the page stopped responding, or was ended by the browser, while the plugin was in use';
      record.note('render', cause);
      this.#add(record, { class: 'render', cause, time: Date.now() });
    }
  }

  /**
   * Notes the plugins in use while the page is visible. The note remains only if the page has no
   * chance to remove it, as in an endless loop.
   */
  #mark(closed = false): void {
    const isIdle = closed || document.visibilityState === 'hidden';
    const inUse = new Set([...this.#shown, ...this.#calls.values()]);
    this.#note.write(isIdle ? [] : [...inUse].map(keyOf));
  }

  #add(record: PluginRecord, { class: found, cause, time }: PluginFailure): void {
    const { plugin, version } = keyOf(record);
    const crashes = (this.#of(record)?.crashes ?? 0) + 1;
    this.#write(plugin, { version, crashes, class: found, cause, time });
  }

  #end(record: PluginRecord): void {
    if (this.#of(record)) this.#write(record.name, undefined);
  }

  #of({ name, version }: PluginRecord): Series | undefined {
    const series = this.#read()[name];
    if (series?.version !== version) return undefined;
    return series.crashes >= MAX_CRASHES || series.time > Date.now() - SERIES_MS ? series : undefined;
  }

  #write(plugin: string, series: Series | undefined): void {
    // Other tabs write, too.
    const { [plugin]: _before, ...others } = this.#read();
    const all = series ? { ...others, [plugin]: series } : others;
    if (Object.keys(all).length === 0) this.#storage.remove(KEY);
    else this.#storage.set(KEY, JSON.stringify(all));
  }

  /** Every script of the page can write to the storage, so the content is validated. */
  #read(): Readonly<Record<string, Series>> {
    try {
      const stored = Object.entries(JSON.parse(this.#storage.get(KEY) ?? '{}') as object);
      return Object.fromEntries(stored.filter(([, series]) => isSeries(series)));
    } catch {
      return {};
    }
  }
}

const keyOf = ({ name, version }: PluginRecord) => ({ plugin: name, version });

/** Versions in development fail often, and change without a new number. */
function isCounted({ shipped, problem, version }: PluginRecord): boolean {
  return !shipped && !problem && version !== '' && !version.endsWith('-override');
}

type Failed = Extract<PluginState, { status: 'failed' }>;

/** Whether the plugin's code failed, and not the connection, the server, or an unmount. */
function isCrash(state: PluginState, before: PluginState): state is Failed {
  if (state.status !== 'failed' || before.status === 'failed') return false;
  const { class: found } = state.failure;
  // Code that takes too long to load is a matter of the connection.
  if (found === 'timeout') return before.status !== 'loading';
  return ['evaluation', 'not-a-plugin', 'bootstrap', 'mount', 'render'].includes(found);
}

function isSeries(value: Partial<Series> | null): value is Series {
  const texts = [value?.version, value?.class, value?.cause];
  const numbers = [value?.crashes, value?.time];
  return texts.every((text) => typeof text === 'string') && numbers.every((each) => typeof each === 'number');
}
