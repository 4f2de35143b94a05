import { type Static, Type } from '@sinclair/typebox';

/** Error response. */
export type ErrorAnswer = Static<typeof ErrorAnswer>;
export const ErrorAnswer = Type.Object(
  {
    errors: Type.Array(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        detail: Type.Optional(Type.String()),
      }),
    ),
    request_id: Type.Optional(Type.String({ description: 'Identifies the request in the log.' })),
  },
  { title: 'ErrorAnswer' },
);
