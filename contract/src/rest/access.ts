import type { LicenseType } from '../requirement.ts';
import type { FeaturesConfiguration } from './system.ts';

/** GET `/ui/api/v1/ui/auth/current`, and the answer to a sign-in. 401: nobody is signed in and anonymous access is off. */
export interface UserData {
  /** A visitor, where anonymous access is on, has the name `anonymous`. */
  name: string;
  admin: boolean;
  /** Where the user is known: `internal` unless the platform says otherwise. */
  realm: string;
  /** `ENROLL` and `VERIFY` ask for a second factor before the session begins. */
  mfaStatus: string;
  profileUpdatable: boolean;
  existsInDB: boolean;
  requireProfileUnlock: boolean;
  requireProfilePassword: boolean;
  anonAccessEnabled: boolean;
  canDeploy: boolean;
  canManage: boolean;
  /** Administers a project, or the platform; absent: no. */
  projectAdmin?: boolean;
  /** Keys of the projects that the user administers; absent for administrators, who administer all of them. */
  administeredProjects?: string[];
  /** Days; absent when the password does not expire. */
  currentPasswordValidFor?: number;
}

/** POST `/ui/api/v1/ui/auth/login?_spring_security_remember_me=bool`. */
export interface LoginRequest {
  user: string;
  password: string;
  type: 'login';
}

/** GET `/ui/api/v1/system/auth/screen/footer`: for everyone, before a sign-in too. */
export interface Footer {
  serverId: string;
  platformId: string;
  serverName: string;
  /** Empty: none was given. */
  logoUrl: string;
  /** A logo was uploaded: GET `/ui/api/v1/system/logo` gives it. PUT with an image as the body, and DELETE, are for administrators. */
  userLogo: boolean;
  haConfigured: boolean;
  versionID: string;
  buildNumber: string;
  /** Absent: licence type N/A. `validThrough` in ISO 8601, absent where it does not end. */
  licenseInfo?: { type: LicenseType; validThrough?: string };
  /** There was a licence and it has run out. */
  licenseExpired?: boolean;
  systemMessage?: string;
  /** As GET `/ui/api/v1/system/features` answers, so that a start needs one call less. A platform may leave them out. */
  features?: FeaturesConfiguration['features'];
}

/** GET `/ui/api/v1/ui/auth/redirect?redirectTo=`: where to go, on this origin. */
export interface RedirectAnswer {
  url: string;
}
