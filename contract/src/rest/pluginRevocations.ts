import { type Static, Type } from '@sinclair/typebox';

/** Revoked versions of plugins: `/ui/api/v1/lading/plugins/revocations`, for administrators. */

/** POST. */
export type PluginRevocation = Static<typeof PluginRevocation>;
export const PluginRevocation = Type.Object(
  {
    specifier: Type.String({ minLength: 1, maxLength: 214, description: 'Package name.' }),
    version: Type.String({ minLength: 1, maxLength: 256 }),
    reason: Type.String({ minLength: 1, maxLength: 300, description: 'Shown to administrators.' }),
  },
  { title: 'PluginRevocation' },
);

/** The effect of a revocation. */
export type PluginRevoked = Static<typeof PluginRevoked>;
export const PluginRevoked = Type.Object(
  {
    activated: Type.Optional(
      Type.Integer({ description: 'The release set without the version, which is active now.' }),
    ),
    stoppedCanary: Type.Optional(Type.Integer({ description: 'The release set of the canary that ended.' })),
  },
  { title: 'PluginRevoked' },
);
