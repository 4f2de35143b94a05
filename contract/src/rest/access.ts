import { type Static, Type } from '@sinclair/typebox';
import { licenseType } from './names.ts';
import { oneOf } from './schemaKinds.ts';
import { FeaturesConfiguration } from './system.ts';

/**
 * GET `/ui/api/v1/ui/auth/current`, and the response to a sign-in. 401: not signed in, and
 * anonymous access is off.
 */
export type UserData = Static<typeof UserData>;
export const UserData = Type.Object(
  {
    name: Type.String({ description: 'Anonymous users have the name `anonymous`.' }),
    admin: Type.Boolean(),
    realm: Type.String({
      description: 'Where the user is known: `internal` unless the platform says otherwise.',
    }),
    mfaStatus: Type.String({
      description: '`ENROLL` and `VERIFY` ask for a second factor before the session begins.',
    }),
    profileUpdatable: Type.Boolean(),
    existsInDB: Type.Boolean(),
    requireProfileUnlock: Type.Boolean(),
    requireProfilePassword: Type.Boolean(),
    anonAccessEnabled: Type.Boolean(),
    canDeploy: Type.Boolean(),
    canManage: Type.Boolean(),
    canDelete: Type.Optional(
      Type.Boolean({ description: 'Can delete from some repository; absent: unknown.' }),
    ),
    projectAdmin: Type.Optional(
      Type.Boolean({ description: 'Administers a project, or the platform; absent: no.' }),
    ),
    administeredProjects: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Keys of the projects that the user administers; absent for administrators, who administer all of them.',
      }),
    ),
    currentPasswordValidFor: Type.Optional(
      Type.Number({ description: 'Days; absent when the password does not expire.' }),
    ),
  },
  { title: 'UserData' },
);

/** POST `/ui/api/v1/ui/auth/login?_spring_security_remember_me=bool`. */
export type LoginRequest = Static<typeof LoginRequest>;
export const LoginRequest = Type.Object(
  { user: Type.String(), password: Type.String(), type: oneOf(['login']) },
  { title: 'LoginRequest' },
);

/** GET `/ui/api/v1/system/auth/screen/footer`: public, also before sign-in. */
export type Footer = Static<typeof Footer>;
export const Footer = Type.Object(
  {
    serverId: Type.String(),
    platformId: Type.String(),
    serverName: Type.String(),
    logoUrl: Type.String({ description: 'Empty: none was given.' }),
    defaultTheme: Type.Optional(
      oneOf(['system', 'light', 'dark', 'contrast'], { description: 'For users who have not selected one.' }),
    ),
    defaultLanguage: Type.Optional(
      Type.String({ description: 'Language tag for users who have not selected one. Empty: English.' }),
    ),
    userLogo: Type.Boolean({
      description:
        'A logo was uploaded: GET `/ui/api/v1/system/logo` gives it. PUT with an image as the body, and DELETE, are for administrators.',
    }),
    haConfigured: Type.Boolean(),
    versionID: Type.String(),
    buildNumber: Type.String(),
    licenseInfo: Type.Optional(
      Type.Object(
        { type: licenseType, validThrough: Type.Optional(Type.String()) },
        {
          description: 'Absent: license type N/A. `validThrough` in ISO 8601, absent where it does not end.',
        },
      ),
    ),
    licenseExpired: Type.Optional(Type.Boolean({ description: 'There was a license and it has run out.' })),
    systemMessage: Type.Optional(Type.String()),
    maintenance: Type.Optional(
      Type.String({ description: 'In maintenance mode only: the message of the administrators, or empty.' }),
    ),
    features: Type.Optional(FeaturesConfiguration.properties.features),
  },
  { title: 'Footer' },
);

/** GET `/ui/api/v1/ui/auth/redirect?redirectTo=`: the redirect target, on this origin. */
export type RedirectAnswer = Static<typeof RedirectAnswer>;
export const RedirectAnswer = Type.Object({ url: Type.String() }, { title: 'RedirectAnswer' });
