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

/** An image that is to be in another repository, or under another name. */
export interface ImagePromotion {
  targetRepo: string;
  image: string;
  targetImage: string;
  /** Undefined: all of them, each under its own name. */
  tags: { from: string; to: string } | undefined;
  /** It leaves its place. */
  move: boolean;
}

/** `{targetRepo, dockerRepository, targetDockerRepository?, tag?, targetTag?, copy?}`; throws `HttpError` 400 that names the field. */
export function readPromotion(body: unknown): ImagePromotion {
  const parsed = v.safeParse(shape, given(body));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw bad(`invalid field '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
  }
  const { targetRepo, dockerRepository, targetDockerRepository, tag: from, targetTag, copy } = parsed.output;
  if (from === undefined && targetTag !== undefined)
    throw bad("'targetTag' requires 'tag'; without 'tag', all tags are promoted");
  return {
    targetRepo,
    image: dockerRepository,
    targetImage: targetDockerRepository ?? dockerRepository,
    tags: from === undefined ? undefined : { from, to: targetTag ?? from },
    move: copy !== true,
  };
}

/** Clients leave fields out by sending null, or nothing between the quotes. */
function given(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''));
}

function bad(why: string): HttpError {
  const example = '{"targetRepo": "docker-prod", "dockerRepository": "team/app", "tag": "1.0", "copy": true}';
  return new HttpError(
    400,
    'BAD_PROMOTION',
    `Invalid promotion: ${why}. Expected a body such as ${example}.`,
  );
}
