import * as v from 'valibot';
import { HttpError } from '../../../errors/HttpError.ts';
import { imageNameRule, isImageName, isTag, tagNameRule } from '../dockerPath.ts';

const image = v.pipe(v.string(), v.check(isImageName, `invalid image name: ${imageNameRule}`));
const tag = v.pipe(v.string(), v.check(isTag, `invalid tag: ${tagNameRule}`));
const shape = v.object({
  targetRepo: v.pipe(v.string(), v.maxLength(64, 'it is longer than 64 characters')),
  dockerRepository: image,
  targetDockerRepository: v.optional(image),
  ...{ tag: v.optional(tag), targetTag: v.optional(tag) },
  copy: v.optional(v.boolean()),
});

/** A request to copy or move an image to another repository or name. */
export interface ImagePromotion {
  targetRepo: string;
  image: string;
  targetImage: string;
  /** Undefined for all tags, each under its own name. */
  tags: { from: string; to: string } | undefined;
  /** Deletes the image from the source. */
  move: boolean;
}

/**
 * Parses `{targetRepo, dockerRepository, targetDockerRepository?, tag?, targetTag?, copy?}`. Throws
 * `HttpError` 400 that names the invalid field.
 */
export function readPromotion(body: unknown): ImagePromotion {
  const parsed = v.safeParse(shape, given(body));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw invalidPromotion(`invalid field '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
  }
  const { targetRepo, dockerRepository, targetDockerRepository, tag: from, targetTag, copy } = parsed.output;
  if (from === undefined && targetTag !== undefined)
    throw invalidPromotion("'targetTag' requires 'tag'; without 'tag', all tags are promoted");
  return {
    targetRepo,
    image: dockerRepository,
    targetImage: targetDockerRepository ?? dockerRepository,
    tags: from === undefined ? undefined : { from, to: targetTag ?? from },
    move: copy !== true,
  };
}

/** Removes fields with null or an empty string, which clients send for omitted fields. */
function given(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
}

function invalidPromotion(why: string): HttpError {
  const example = '{"targetRepo": "docker-prod", "dockerRepository": "team/app", "tag": "1.0", "copy": true}';
  return new HttpError(
    400,
    'BAD_PROMOTION',
    `Invalid promotion: ${why}. Expected a body such as ${example}.`,
  );
}
