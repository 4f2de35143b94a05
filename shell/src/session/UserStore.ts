import type { ConsoleUser, UserService } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { profilePasswordRule } from '../menu/profilePassword.ts';
import { ANONYMOUS, rightsOf, sameRights, type UserRights } from './userRights.ts';

/** Current user. */
export class UserStore implements UserService {
  rights: UserRights | undefined = undefined;
  /** Whether anonymous access is on. */
  anonymousAccess = false;
  /** Whether the profile-password rule applies. */
  profilePassword = false;

  constructor() {
    makeObservable(this, {
      rights: observableRef,
      current: computed,
      anonymousAccess: observableRef,
      profilePassword: observableRef,
      signedIn: computed,
      present: computed,
      take: action,
      update: action,
      forget: action,
    });
  }

  get current(): ConsoleUser | undefined {
    return this.rights?.user;
  }

  get signedIn(): boolean {
    return this.current !== undefined && !this.current.anonymous;
  }

  /**
   * Whether a user with access to pages is present: signed in, or anonymous with anonymous access
   * on.
   */
  get present(): boolean {
    return this.signedIn || (this.current !== undefined && this.anonymousAccess);
  }

  /** Stores the user. `undefined`: no user is signed in, and anonymous access is off. */
  take(data: UserData | undefined): void {
    this.anonymousAccess = data?.anonAccessEnabled ?? false;
    this.profilePassword = data !== undefined && profilePasswordRule(data);
    this.rights = data ? rightsOf(data) : { user: VISITOR, administeredProjects: new Set() };
  }

  /** Updates the data of the same user. Returns whether the permissions have changed. */
  update(data: UserData): boolean {
    this.anonymousAccess = data.anonAccessEnabled;
    this.profilePassword = profilePasswordRule(data);
    const rights = rightsOf(data);
    if (this.rights && sameRights(rights, this.rights)) return false;
    this.rights = rights;
    return true;
  }

  forget(): void {
    this.rights = undefined;
  }
}

const VISITOR: ConsoleUser = {
  name: ANONYMOUS,
  admin: false,
  anonymous: true,
  canDeploy: false,
  canManage: false,
  profileUpdatable: false,
  projectAdmin: false,
};
