import type { Disposer, PluginDefinition, PluginLifecycles, PluginProps } from '@lading/contract';
import type { FrameStart } from '@lading/contract/host';
import { autorun, reaction, runInAction } from 'mobx';
import { focusHeading } from '../page/focusHeading.ts';
import { FramedState } from './FramedState.ts';
import { FrameLink } from './FrameLink.ts';
import { framedShell } from './framedShell.ts';
import type { FromFrame, ToFrame } from './protocol.ts';
import { applyTheme } from './theme.ts';
import { watchLinks } from './watchLinks.ts';

type Stage = Extract<FromFrame, { kind: 'failed' }>['stage'];
type Entry = PluginLifecycles & { readonly default: PluginDefinition };

const MOST_MESSAGE = 1_000;

/**
 * Runs an untrusted plugin in its frame, once the page says so. The disposer ends what it watches;
 * in a browser, the document ends.
 */
export function startFrame({ plugin, entry, loader, listen, post }: FrameStart): Disposer {
  const ended = new AbortController();
  const link = new FrameLink(post);
  let framed: FramedState | undefined;
  /** Has the focus before the plugin shows another page. */
  let before: Element | null = document.body;
  let giveUp = () => {};
  ended.signal.addEventListener('abort', () => giveUp());
  listen((data) => {
    const message = data as ToFrame;
    if (message.kind === 'start') {
      framed = new FramedState(message.state, message.look);
      void run({ plugin, framed, link, signal: ended.signal }, () => loader.import(entry) as Promise<Entry>);
    } else if (message.kind === 'state') {
      if (message.state.place.pathname !== framed?.state.place.pathname) before = document.activeElement;
      framed?.take(message.state);
    } else if (message.kind === 'look') framed?.takeLook(message.look);
    else if (message.kind === 'focus') {
      giveUp();
      giveUp = focusHeading(document.body, before);
    } else if (message.kind !== 'ping') link.take(message);
  });
  return () => ended.abort();
}

interface Frame {
  readonly plugin: string;
  readonly framed: FramedState;
  readonly link: FrameLink;
  readonly signal: AbortSignal;
}

async function run({ plugin, framed, link, signal }: Frame, load: () => Promise<Entry>): Promise<void> {
  const page = document.documentElement;
  const stop = autorun(() => {
    const { theme, tag, direction } = framed.look;
    if (theme === undefined) delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.lang = tag;
    page.dir = direction;
  });
  signal.addEventListener('abort', stop);
  applyTheme();
  let stage: Stage = 'evaluation';
  try {
    const module = await load();
    if (module.default?.name !== plugin) throw new Error(`It is not the plugin "${plugin}"`);
    watchTexts(module.default, framed);
    const shell = framedShell(framed, link, signal);
    watchLinks((to) => void shell.navigation.go(to), signal);
    const domElement = document.body.appendChild(document.createElement('div'));
    // As the content of the console: it scrolls, and its background is that of the theme.
    for (const element of [page, document.body, domElement]) element.style.height = '100%';
    domElement.style.overflow = 'auto';
    const props: PluginProps = {
      ...{ name: plugin, domElement, shell },
      onRenderError: (error) => link.post({ kind: 'renderError', message: messageOf(error) }),
      onRenderRetry: () => link.post({ kind: 'renderRetry' }),
    };
    stage = 'bootstrap';
    await module.bootstrap(props);
    stage = 'mount';
    await module.mount(props);
    link.post({ kind: 'ready' });
  } catch (error) {
    link.post({ kind: 'failed', stage, message: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  const { request, reason } = (error ?? {}) as { request?: unknown; reason?: unknown };
  const text = typeof request === 'string' ? `${request}: ${String(reason)}` : undefined;
  return (text ?? (error instanceof Error ? error.message : String(error))).slice(0, MOST_MESSAGE);
}

/** Loads the plugin's own texts in the language that the page shows. */
function watchTexts({ extensions }: PluginDefinition, framed: FramedState): void {
  reaction(
    () => framed.look.tag,
    async (tag) => {
      const catalogs = (extensions?.catalogs ?? []).filter(({ language }) => language === tag);
      const texts = await Promise.all(catalogs.map((catalog) => catalog.texts())).catch(() => []);
      if (tag === framed.look.tag)
        runInAction(() => Object.assign(framed, { ownTexts: Object.assign({}, ...texts) }));
    },
    { fireImmediately: true },
  );
}
