import type { Disposer, PluginDefinition, PluginLifecycles, PluginProps } from '@lading/contract';
import type { FrameStart } from '@lading/contract/host';
import { autorun, reaction, runInAction } from 'mobx';
import { focusHeading } from '../page/focusHeading.ts';
import { FramedState } from './FramedState.ts';
import { FrameLink } from './FrameLink.ts';
import { framedShell } from './framedShell.ts';
import { messageOf } from './messageOf.ts';
import { loadPart, watchHeight } from './part.ts';
import type { FramePart, FromFrame, ToFrame } from './protocol.ts';
import { type RunTask, taskRunner } from './tasks.ts';
import { applyTheme } from './theme.ts';
import { watchHeading } from './watchHeading.ts';
import { watchLinks } from './watchLinks.ts';

type Stage = Extract<FromFrame, { kind: 'failed' }>['stage'];
type Entry = PluginLifecycles & { readonly default: PluginDefinition };

/**
 * Runs an untrusted plugin in its frame, once the page has requested it. The disposer ends what it
 * watches; in a browser, the document ends.
 */
export function startFrame({ plugin, entry, loader, listen, post }: FrameStart): Disposer {
  const ended = new AbortController();
  const link = new FrameLink(post);
  let framed: FramedState | undefined;
  /** Has the focus before the plugin shows another page. */
  let before: Element | null = document.body;
  let giveUp = () => {};
  let runTask: RunTask | undefined;
  ended.signal.addEventListener('abort', () => giveUp());
  listen((data) => {
    const message = data as ToFrame;
    if (message.kind === 'start') {
      const { state, look, part, background } = message;
      framed = new FramedState(state, look, part?.props);
      const takeRunner = background && ((runner: RunTask) => (runTask = runner));
      const frame = { plugin, framed, link, part, takeRunner, signal: ended.signal };
      void run(frame, () => loader.import(entry) as Promise<Entry>);
    } else if (message.kind === 'run') {
      // The page waits until the frame is ready.
      void runTask?.(message.id, message);
    } else if (message.kind === 'state') {
      if (message.state.place.pathname !== framed?.state.place.pathname) before = document.activeElement;
      framed?.take(message.state);
    } else if (message.kind === 'look') framed?.takeLook(message.look);
    else if (message.kind === 'props') framed?.takeProps(message.props);
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
  readonly part: FramePart | undefined;
  /** Of a frame that shows nothing: gets the function that runs its tasks. */
  readonly takeRunner: ((runner: RunTask) => void) | undefined;
  readonly signal: AbortSignal;
}

async function run(frame: Frame, load: () => Promise<Entry>): Promise<void> {
  const { plugin, framed, link, part, takeRunner, signal } = frame;
  followLook(framed, signal);
  applyTheme();
  let stage: Stage = 'evaluation';
  try {
    const module = await load();
    if (module.default?.name !== plugin) throw new Error(`It is not the plugin "${plugin}"`);
    watchTexts(module.default, framed);
    const shell = framedShell(framed, link, signal);
    if (takeRunner) {
      takeRunner(taskRunner(module.default, shell, link.post));
      link.post({ kind: 'ready' });
      return;
    }
    watchLinks((to) => void shell.navigation.go(to), signal);
    const domElement = document.body.appendChild(document.createElement('div'));
    if (!part) fill(domElement);
    const props: PluginProps = {
      ...{ name: plugin, domElement, shell },
      onRenderError: (error) => link.post({ kind: 'renderError', message: messageOf(error) }),
      onRenderRetry: () => link.post({ kind: 'renderRetry' }),
    };
    const shown = part ? await loadPart(module.default, part.ref, framed) : module;
    stage = 'bootstrap';
    await shown.bootstrap(props);
    stage = 'mount';
    await shown.mount(props);
    if (part) watchHeight(domElement, (pixels) => link.post({ kind: 'height', pixels }), signal);
    link.post({ kind: 'ready' });
    if (!part) watchHeading(framed, link, signal);
  } catch (error) {
    link.post({ kind: 'failed', stage, message: messageOf(error) });
  }
}

function followLook(framed: FramedState, signal: AbortSignal): void {
  const page = document.documentElement;
  const stop = autorun(() => {
    const { theme, tag, direction } = framed.look;
    if (theme === undefined) delete page.dataset.theme;
    else page.dataset.theme = theme;
    page.lang = tag;
    page.dir = direction;
  });
  signal.addEventListener('abort', stop);
}

/** As the content of the console: it scrolls, and its background is that of the theme. */
function fill(domElement: HTMLElement): void {
  for (const element of [document.documentElement, document.body, domElement]) element.style.height = '100%';
  domElement.style.overflow = 'auto';
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
