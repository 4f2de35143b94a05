import type { ConsoleUser, Role, UserService } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { profilePasswordRule } from '../menu/profilePassword.ts';

/** What a visitor is called. */
export const ANONYMOUS = 'anonymous';

/** Who uses the console. */
export class UserStore implements UserService {
  current: ConsoleUser | undefined = undefined;
  /** Whether visitors may look around. */
  anonymousAccess = false;
  /** Whether the profile-password rule holds. */
  profilePassword = false;

  constructor() {
    makeObservable(this, {
      current: observableRef,
      anonymousAccess: observableRef,
      profilePassword: observableRef,
      signedIn: computed,
      role: computed,
      present: computed,
      take: action,
      forget: action,
    });
  }

  get signedIn(): boolean {
    return this.current !== undefined && !this.current.anonymous;
  }

  /** Somebody who may see pages: signed in, or a visitor who may look around. */
  get present(): boolean {
    return this.signedIn || (this.current !== undefined && this.anonymousAccess);
  }

  get role(): Role {
    if (!this.current || this.current.anonymous) return 'anyone';
    if (this.current.admin) return 'admin';
    return this.current.projectAdmin ? 'projectAdmin' : 'user';
  }

  /** `undefined`: nobody is signed in, and visitors may not look around. */
  take(data: UserData | undefined): void {
    this.anonymousAccess = data?.anonAccessEnabled ?? false;
    this.profilePassword = data !== undefined && profilePasswordRule(data);
    this.current = data ? userOf(data) : VISITOR;
  }

  forget(): void {
    this.current = undefined;
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

export function userOf(data: UserData): ConsoleUser {
  return {
    name: data.name,
    admin: data.admin,
    anonymous: data.name === ANONYMOUS,
    realm: data.realm,
    canDeploy: data.canDeploy,
    canManage: data.canManage,
    profileUpdatable: data.profileUpdatable,
    projectAdmin: data.projectAdmin ?? false,
  };
}
