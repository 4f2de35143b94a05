import type { Disposer, Entitlement, Place, ScanningPermission } from '@lading/contract';
import type { FrameState } from '../framed/protocol.ts';
import { HttpClient } from '../http/HttpClient.ts';
import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';
import { FrameQuestions } from './FrameQuestions.ts';
import type { FrameServices } from './FrameServices.ts';
import { ownPage } from './ownPage.ts';
import { RateLimit } from './RateLimit.ts';

// Records make the compiler demand every name.
const ENTITLEMENTS: Record<Entitlement, true> = {
  ...{ packages: true, webhooks: true, projects: true, git_integrations: true },
  ...{ high_availability: true, release_bundles: true, security_scanning: true },
};
const SCANNING: Record<ScanningPermission, true> = {
  ...{ readIssues: true, manageWatches: true, managePolicies: true },
};

/** Least time between two notifications of a frame, in milliseconds. */
const NOTIFY_MS = 500;
/** Navigations in ten seconds. Browsers allow one hundred and more changes of the history. */
const MOST_MOVES = 50;
const NOWHERE: Place = { pathname: '/', search: '', hash: '', key: '' };

/** A frame in a page of another plugin. */
interface PartInPage {
  /** Title of the frame. */
  readonly title: string;
  /** Whether the user works in it. */
  readonly isInUse: () => Promise<boolean>;
  /** The user has answered a question of the frame. */
  readonly answered?: () => void;
}

/**
 * Connects the frame of a plugin with the shell. A part reaches the rest of the page only while the
 * user works in it.
 */
export function frameServices(shell: Shell, record: PluginRecord, part?: PartInPage): FrameServices {
  const isShown = part?.isInUse ?? (async () => shell.page.plugin === record);
  // A call of an untrusted plugin never asks the user to confirm the password.
  const http = new HttpClient(
    async (reason, path) => reason === 'ended' && shell.session.renew(reason, path),
    shell.connection,
  );
  let place = shell.page.plugin === record ? shell.navigation.place : NOWHERE;
  let notified = 0;
  const questions = new FrameQuestions(shell.modals, record.name);
  const moves = new RateLimit(MOST_MOVES, 10_000);
  let unblock: Disposer = () => {};
  return {
    http,
    get title() {
      const { page, language } = shell;
      if (part) return part.title;
      return page.plugin === record ? language.text(page.title) : record.name;
    },
    get state() {
      // A plugin does not learn which pages of other plugins the user opens.
      if (shell.page.plugin === record) place = shell.navigation.place;
      return stateOf(shell, place);
    },
    get look() {
      const { tag, direction, texts } = shell.language;
      return { tag, direction, texts };
    },
    async go({ to, replace, state }) {
      const page = ownPage(shell, record, to);
      if (page === undefined || !(await isShown())) return 'outside';
      // A navigation would cancel the one that the user is asked about.
      if (document.querySelector('.lading-dialog') || !moves.take()) return 'stopped';
      const stored = state === undefined ? undefined : (JSON.parse(state) as unknown);
      return shell.navigation.go(page, { replace, state: stored });
    },
    async notify(level, text) {
      const before = notified;
      if (Date.now() - before < NOTIFY_MS) return;
      notified = Number.POSITIVE_INFINITY;
      const isUsed = await isShown();
      notified = isUsed ? Date.now() : before;
      if (isUsed) shell.notifications[level](`${record.name}: ${text}`);
    },
    confirm: (question) => questions.ask(question, isShown, part?.answered),
    unsaved(reason) {
      unblock();
      // A part must not keep users on pages of other plugins.
      if (reason === undefined || part) unblock = () => {};
      // An attempt that mounts in the background must not ask on other pages.
      else
        unblock = shell.navigation.block(() =>
          shell.page.plugin === record ? `${record.name}: ${reason}` : undefined,
        );
    },
    end() {
      unblock();
      questions.end();
    },
  };
}

function stateOf(shell: Shell, place: Shell['navigation']['place']): FrameState {
  const { user, platform, project, connection, periodic, platformData } = shell;
  const { role, cloud, entitled, permits } = shell.facts.facts;
  const declared = shell.registry.list('features').map(({ value }) => value.name);
  const names = [...new Set([...platform.features.keys(), ...declared])];
  const { pathname, search, hash, key, state } = place;
  return {
    user: user.current && { ...user.current },
    role,
    license: platform.type,
    unlicensed: platform.missing,
    features: names.filter((name) => platform.supported(name)),
    services: [...platform.present],
    servicesKnown:
      platform.answerOf('microservices') !== undefined || platformData.failures.has('microservices'),
    entitlements: keysOf(ENTITLEMENTS).filter(entitled),
    scanning: keysOf(SCANNING).filter(permits),
    cloud,
    project: project.current,
    online: connection.online,
    recoveries: connection.recoveries,
    paused: periodic.paused,
    place: { pathname, search, hash, key, state },
  };
}

function keysOf<K extends string>(record: Record<K, true>): K[] {
  return Object.keys(record) as K[];
}
