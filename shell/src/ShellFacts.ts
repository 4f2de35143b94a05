import type { Requirement } from '@lading/contract';
import { computed, makeObservable } from 'mobx';
import type { GuardState } from './guards/decision.ts';
import { type Facts, holds } from './guards/requirements.ts';
import type { Say } from './language/say.ts';
import type { Menus } from './menu/Menus.ts';
import type { MenuFacts } from './menu/rules.ts';
import type { ShellNavigation } from './navigation/ShellNavigation.ts';
import type { StartPage } from './page/StartPage.ts';
import type { Plugins } from './plugins/Plugins.ts';
import type { ProjectStore } from './projects/ProjectStore.ts';
import type { RouteTable } from './registry/RouteTable.ts';
import type { InitialData } from './session/InitialData.ts';
import type { PlatformStore } from './session/PlatformStore.ts';
import type { UserStore } from './session/UserStore.ts';
import { roleIn } from './session/userRights.ts';
import type { PlatformData } from './startup/PlatformData.ts';
import type { CallName } from './startup/startupCalls.ts';
import type { ShellState } from './state/ShellState.ts';
import { systemPage } from './system/systemPages.ts';

/** Default administration page. */
const ADMIN_HOME = '/admin/management/users';

/** Stores that the facts are read from. */
export interface FactSources {
  readonly user: UserStore;
  readonly platform: PlatformStore;
  readonly project: ProjectStore;
  readonly state: ShellState;
  readonly routes: RouteTable;
  readonly menus: Menus;
  readonly initialData: InitialData;
  readonly platformData: PlatformData;
  readonly navigation: ShellNavigation;
  readonly plugins: Plugins;
  readonly startPage: StartPage;
  readonly say: Say;
}

/** Combines the shell's stores into the facts for requirements, menu rules, and guards. */
export class ShellFacts {
  readonly #of: FactSources;

  constructor(sources: FactSources) {
    this.#of = sources;
    makeObservable(this, { facts: computed, menuFacts: computed });
  }

  /** Facts that requirements are checked against. */
  get facts(): Facts {
    const { user, platform, platformData, project, startPage, say } = this.#of;
    const failed = (call: CallName) => platformData.failures.has(call);
    return {
      role: roleIn(user.rights, project.current),
      license: platform.type,
      supported: (feature) => platform.supported(feature),
      available: (service) => platform.available(service),
      entitled: (name) => platform.entitled(name) ?? failed('entitlements'),
      permits: (name) => platform.permits(name) ?? failed('securityPermissions'),
      cloud: platform.cloud,
      project: project.current,
      startPage: startPage.path,
      say,
    };
  }

  /** Facts that menu rules are checked against. */
  get menuFacts(): MenuFacts {
    const { user, platform, state, routes } = this.#of;
    return {
      ...this.facts,
      quickActionVisible: platform.answerOf('onboarding')?.quickActionVisible === true,
      creatable: (repositoryClass) => platform.creatable(repositoryClass),
      profilePassword: user.profilePassword,
      subscriptionUrl: platform.subscriptionUrl,
      interface: state.interface,
      answered: (path) => routes.find(path) !== undefined || systemPage(path) !== undefined,
    };
  }

  /** State that the guards depend on. */
  get guardState(): GuardState {
    const { user, platform, routes, menus, initialData, platformData, navigation, plugins } = this.#of;
    return {
      initialData: initialData.state,
      platformData: platformData.state,
      user: user.current,
      anonymousAccess: user.anonymousAccess,
      unlicensed: platform.missing,
      facts: this.facts,
      settled: navigation.settled,
      find: (pathname) => routes.find(pathname),
      blocked: (pathname) => menus.blocked(pathname),
      adminPaths: [ADMIN_HOME, ...menus.sidebar(menus.secondSidebar).map(({ path }) => path)],
      couldBeOwned: (pathname) => plugins.claimant(pathname) !== undefined,
    };
  }

  /** Returns whether the requirement is currently met. */
  readonly allows = (requires: Requirement | undefined): boolean => holds(requires, this.facts);
}
