import { ChunkLoadError } from './ChunkLoadError.ts';
import { probe, refetch } from './probe.ts';

/** Error code of stylesheet failures. */
const STYLE_FAILURE = 'CSS_CHUNK_LOAD_FAILED';

/** Stylesheets of plugins. Loads each once, and again after a failure. */
export class StyleSheets {
  readonly #timeout: number;
  readonly #integrityOf: (address: string) => string | undefined;
  readonly #sheets = new Map<string, Promise<void>>();
  /** URLs that failed before: their cached copies may be invalid. */
  readonly #suspect = new Set<string>();

  constructor(timeout: number, integrityOf: (address: string) => string | undefined) {
    this.#timeout = timeout;
    this.#integrityOf = integrityOf;
  }

  add(address: string): Promise<void> {
    const known = this.#sheets.get(address);
    if (known) return known;
    const arrival = this.#fetch(address).catch((error: unknown) => {
      this.#sheets.delete(address);
      throw error;
    });
    this.#sheets.set(address, arrival);
    return arrival;
  }

  forget(matches: (address: string) => boolean): void {
    for (const address of [...this.#sheets.keys()]) {
      if (!matches(address)) continue;
      this.#sheets.delete(address);
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-plugin-style]')) {
        if (link.href === address) link.remove();
      }
    }
  }

  async #fetch(address: string): Promise<void> {
    if (this.#suspect.delete(address)) await refetch(address);
    const integrity = this.#integrityOf(address);
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.dataset.pluginStyle = '';
    link.crossOrigin = 'anonymous';
    if (integrity !== undefined) link.integrity = integrity;
    link.href = address;
    const outcome = await new Promise<'loaded' | 'refused' | 'late'>((settle) => {
      const timer = setTimeout(settle, this.#timeout, 'late');
      const end = (how: 'loaded' | 'refused') => () => {
        clearTimeout(timer);
        settle(how);
      };
      link.addEventListener('load', end('loaded'));
      link.addEventListener('error', end('refused'));
      document.head.append(link);
    });
    if (outcome === 'loaded') return;
    link.remove();
    if (outcome === 'refused') this.#suspect.add(address);
    const finding =
      outcome === 'late'
        ? ({ class: 'timeout', reason: `no answer within ${this.#timeout / 1000} s` } as const)
        : await probe(address, 'style', integrity);
    throw new ChunkLoadError({ ...finding, request: address }, STYLE_FAILURE);
  }
}
