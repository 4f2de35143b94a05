import { type Static, Type } from '@sinclair/typebox';
import { time } from './schemaKinds.ts';

/**
 * Sign-in of command-line clients. Paths are under
 * `/access/api/v2/authentication/jfrog_client_login`.
 */

const session = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  description: 'A UUID; the user types its last 4 characters.',
});

/**
 * POST `/request`, by a client without credentials: 200 `{}`; 429. POST `/describe` has the same
 * body.
 */
export type ClientLoginRequest = Static<typeof ClientLoginRequest>;
export const ClientLoginRequest = Type.Object({ session }, { title: 'ClientLoginRequest' });

/** POST `/describe`, by session cookie; 404 `NO_SUCH_LOGIN`. */
export type ClientLogin = Static<typeof ClientLogin>;
export const ClientLogin = Type.Object(
  {
    client: Type.String({ description: "The client's name for itself, from its `User-Agent`." }),
    address: Type.String(),
    created: time('ISO 8601.'),
    expires: time('ISO 8601.'),
    attemptsLeft: Type.Integer({ description: 'For typing the code.' }),
  },
  { title: 'ClientLogin' },
);

/**
 * POST `/response`, by session cookie: 200 `{}`; 400 `BAD_CODE` with the attempts left; 404
 * `NO_SUCH_LOGIN`: expired, denied, confirmed before, or five wrong codes.
 */
export type ClientLoginResponse = Static<typeof ClientLoginResponse>;
export const ClientLoginResponse = Type.Object(
  {
    session,
    code: Type.String({ minLength: 1, maxLength: 36, description: 'The last 4 characters of `session`.' }),
  },
  { title: 'ClientLoginResponse' },
);

/**
 * POST `/ui/api/v1/access/token/{name}` with `X-JFrog-Reauthentication`: an identity token of the
 * caller; the answer is an `IssuedTokenAnswer`.
 */
export type IdentityTokenRequest = Static<typeof IdentityTokenRequest>;
export const IdentityTokenRequest = Type.Object(
  {
    expiresIn: Type.Optional(Type.Integer({ minimum: 1, description: 'In seconds; a year by default.' })),
    description: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { title: 'IdentityTokenRequest' },
);
