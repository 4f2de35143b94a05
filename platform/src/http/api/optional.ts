import { Type } from '@sinclair/typebox';

/**
 * Query of a call for settings or results that may not exist. Browsers log each error response,
 * also an expected one.
 */
export const optionalQuery = Type.Object({
  optional: Type.Optional(
    Type.Boolean({
      description: 'Responds with 204 instead of an error if nothing is configured, or nothing is scanned.',
    }),
  ),
});
