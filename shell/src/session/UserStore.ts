import type { ConsoleUser, UserService } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { profilePasswordRule } from '../menu/profilePassword.ts';
import { ANONYMOUS, rightsOf, sameRights, type UserRights } from './userRights.ts';

/** Who uses the console. */
export class UserStore implements UserService {
  rights: UserRights | undefined = undefined;
  /** Whether visitors may look around. */
  anonymousAccess = false;
  /** Whether the profile-password rule holds. */
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

  /** Somebody who may see pages: signed in, or a visitor who may look around. */
  get present(): boolean {
    return this.signedIn || (this.current !== undefined && this.anonymousAccess);
  }

  /** `undefined`: nobody is signed in, and visitors may not look around. */
  take(data: UserData | undefined): void {
    this.anonymousAccess = data?.anonAccessEnabled ?? false;
    this.profilePassword = data !== undefined && profilePasswordRule(data);
    this.rights = data ? rightsOf(data) : { user: VISITOR, administeredProjects: new Set() };
  }

  /** Takes over what has changed for the same user; returns whether the rights have. */
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
