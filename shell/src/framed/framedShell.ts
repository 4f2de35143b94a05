import {
  LICENSE_RANK,
  type Navigation,
  type NavigationOutcome,
  type Periodic,
  type ShellApi,
} from '@lading/contract';
import { holds } from '../guards/requirements.ts';
import { cut } from './cut.ts';
import type { FramedState } from './FramedState.ts';
import type { FrameLink } from './FrameLink.ts';
import { framedHttp } from './framedHttp.ts';
import { MOST, MOST_TEXT, type NotifyLevel } from './protocol.ts';
import { UnsavedReasons } from './UnsavedReasons.ts';

/** The contract's API in the frame of an untrusted plugin. */
export function framedShell(framed: FramedState, link: FrameLink, signal: AbortSignal): ShellApi {
  return {
    user: {
      get current() {
        return framed.state.user;
      },
      get signedIn() {
        return framed.state.user?.anonymous === false;
      },
    },
    session: { sentToSignIn: false, finishSignIn: () => denied('session'), signOut: () => denied('session') },
    license: {
      get type() {
        return framed.state.license;
      },
      get rank() {
        const { license } = framed.state;
        return license === undefined ? 0 : LICENSE_RANK[license];
      },
      get missing() {
        return framed.state.unlicensed;
      },
    },
    features: { supported: (feature) => framed.state.features.includes(feature) },
    services: {
      available: (service) => framed.state.services.some(([name]) => name === service),
      version: (service) => framed.state.services.find(([name]) => name === service)?.[1],
      get known() {
        return framed.state.servicesKnown;
      },
      reload: async () => {},
    },
    connection: {
      get online() {
        return framed.state.online;
      },
      get recoveries() {
        return framed.state.recoveries;
      },
    },
    project: {
      get current() {
        return framed.state.project;
      },
      changed: () => {},
    },
    searches: { add: () => {}, all: [] },
    language: {
      get tag() {
        return framed.look.tag;
      },
      get direction() {
        return framed.look.direction;
      },
      text: (message, values) => framed.text(message, values),
    },
    navigation: navigationOf(framed, link, signal),
    menus: { sidebar: () => [] },
    notifications: notificationsOf(link),
    http: framedHttp(link, signal),
    periodic: periodicOf(framed, signal),
    modals: {
      confirm: async ({ title, text, verb, danger }) => {
        const texts = { title: cut(title, 100), text: cut(text, 500), verb: cut(verb, 40) };
        const question = { ...texts, danger: danger === true };
        return (await link.ask({ kind: 'confirm', ...question })) === true;
      },
    },
    analytics: { track: () => {} },
    storage: storageOf(),
    signal,
    allows: (requires) => holds(requires, framed.facts),
    setTitle: titleOf(link),
    add: () => {
      throw new Error('Untrusted plugins cannot add contributions at run time');
    },
    contributions: () => [],
    showPart: () => ({ ready: denied('showPart'), remove: async () => {} }),
    shellOf: () => {
      throw new Error('Untrusted plugins cannot use shell.shellOf');
    },
    reportFailure: () => {},
  };
}

async function denied(what: string): Promise<never> {
  throw new Error(`Untrusted plugins cannot use shell.${what}`);
}

function navigationOf(framed: FramedState, link: FrameLink, signal: AbortSignal): Navigation {
  const unsaved = new UnsavedReasons((reason) => {
    link.post({ kind: 'unsaved', reason: reason === undefined ? undefined : cut(reason, MOST_TEXT) });
  }, signal);
  const outcomes: readonly unknown[] = ['done', 'redirected', 'stayed', 'stopped'];
  return {
    get place() {
      return framed.state.place;
    },
    async go(to, { replace, state } = {}) {
      const stored = state === undefined ? undefined : JSON.stringify(state);
      if (typeof to !== 'string' || to.length > MOST.to || (stored?.length ?? 0) > MOST.state)
        return 'stopped';
      unsaved.tell();
      const target = { to, replace: replace === true, ...(stored === undefined ? {} : { state: stored }) };
      const outcome = await link.ask({ kind: 'go', ...target });
      return outcomes.includes(outcome) ? (outcome as NavigationOutcome) : 'stopped';
    },
    // The history also contains pages of other plugins.
    move: () => {},
    href: (to) => `/ui${to}`,
    block: (reason) => unsaved.add(reason),
    listen: (listener) => framed.listen(listener),
  };
}

/** The last title of several counts, as in the page. */
function titleOf(link: FrameLink): ShellApi['setTitle'] {
  let titles: readonly { readonly text: string }[] = [];
  const tell = () => link.post({ kind: 'title', text: titles.at(-1)?.text });
  return (text) => {
    const own = { text: cut(text, MOST_TEXT) };
    titles = [...titles, own];
    tell();
    return () => {
      titles = titles.filter((title) => title !== own);
      tell();
    };
  };
}

function notificationsOf(link: FrameLink): ShellApi['notifications'] {
  const say = (level: NotifyLevel) => (text: string) =>
    link.post({ kind: 'notify', level, text: cut(text, MOST_TEXT) });
  return { success: say('success'), info: say('info'), warning: say('warning'), error: say('error') };
}

function periodicOf(framed: FramedState, mount: AbortSignal): Periodic {
  return {
    get paused() {
      return framed.state.paused;
    },
    repeat(run, milliseconds) {
      const ended = new AbortController();
      const signal = AbortSignal.any([ended.signal, mount]);
      const next = () => {
        const timer = setTimeout(async () => {
          // Checked again soon, so that overdue work runs when it continues.
          if (!framed.state.paused) await run(signal).catch((error: unknown) => reportError(error));
          if (!signal.aborted) next();
        }, milliseconds);
        signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      };
      if (!signal.aborted) next();
      return () => ended.abort();
    },
  };
}

/** As in a browser without storage: values last as long as the page. */
function storageOf(): ShellApi['storage'] {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  };
}
