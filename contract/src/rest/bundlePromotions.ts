import { type Static, Type } from '@sinclair/typebox';
import { created, millis, pageFacts, repositoryKey, status } from './bundleParts.ts';
import { ConditionState } from './promotionConditions.ts';
import { mapOf, nullable, oneOf } from './schemaKinds.ts';

/** Promotions of release bundles, under `/lifecycle/api/v2/promotion`. */

const keys = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 });

/** POST `/promotion/records/{name}/{version}`, and with `/plan` for the console. */
export type NewPromotion = Static<typeof NewPromotion>;
export const NewPromotion = Type.Object(
  {
    environment: Type.String({ minLength: 1, maxLength: 32 }),
    included_repository_keys: Type.Optional(keys),
    excluded_repository_keys: Type.Optional(keys),
    overwrite_existing_artifacts: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true, title: 'NewPromotion' },
);

/** The response. */
export type Promoted = Static<typeof Promoted>;
export const Promoted = Type.Object(
  {
    repository_key: repositoryKey,
    release_bundle_name: Type.String(),
    release_bundle_version: Type.String(),
    environment: Type.String(),
    included_repository_keys: Type.Array(Type.String()),
    excluded_repository_keys: Type.Array(Type.String()),
    created,
    created_millis: millis,
  },
  { title: 'Promoted' },
);

/** GET `/promotion/records/{name}[/{version}]`: latest first. */
export type PromotionRecords = Static<typeof PromotionRecords>;
export const PromotionRecords = Type.Object(
  {
    promotions: Type.Array(
      Type.Object({
        status,
        repository_key: repositoryKey,
        release_bundle_name: Type.String(),
        release_bundle_version: Type.String(),
        environment: Type.String(),
        service_id: Type.String(),
        created_by: Type.String(),
        created,
        created_millis: millis,
        messages: Type.Array(Type.Object({ source: Type.String(), text: Type.String() })),
      }),
    ),
    ...pageFacts,
  },
  { title: 'PromotionRecords' },
);

/**
 * The effect of a promotion: POST `/ui/api/v1/ui/releaseBundles/{name}/{version}/promotion/plan`
 * changes nothing.
 */
export type PromotionPlan = Static<typeof PromotionPlan>;
export const PromotionPlan = Type.Object(
  {
    copies: Type.Integer({ description: 'Files that would be written.' }),
    bytes: Type.Integer(),
    there: Type.Integer({ description: 'Files that are at their target already.' }),
    replaces: Type.Integer({ description: 'Files that would replace other content.' }),
    refused: Type.Integer({
      description: 'Files that cannot be copied. Nothing is copied while there are any.',
    }),
    targets: mapOf(Type.Integer(), { description: 'Files that would be written, by repository.' }),
    lines: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String(),
        size: Type.Integer(),
        what: oneOf(['copy', 'replace', 'there', 'refused']),
        why: Type.String({ description: 'Of a refused one; empty otherwise.' }),
      }),
      { description: 'Up to 1,000, refused ones first.' },
    ),
    conditions: nullable(
      Type.Object(ConditionState.properties, {
        description: 'Nothing is copied unless all are met. Null: the environment has none.',
      }),
    ),
    digest: Type.String({
      description: 'Identifies the plan: POST `…/promotion` with it does this and nothing else.',
    }),
  },
  { title: 'PromotionPlan' },
);

/** POST `/ui/api/v1/ui/releaseBundles/{name}/{version}/promotion`. */
export type PromotionOrder = Static<typeof PromotionOrder>;
export const PromotionOrder = Type.Object(
  { ...NewPromotion.properties, digest: Type.String() },
  { title: 'PromotionOrder' },
);
