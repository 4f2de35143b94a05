import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Full tests that take a minute or longer, longest first. */
const slow = [
  'kit/src/release/release',
  'platform/src/operations/backup/s3Target',
  'platform/src/operations/backup/underLoad',
  'platform/src/retention/quotas/severalNodes',
  'platform/src/operations/logs/largeLog',
  'kit/src/release/image',
  'kit/src/release/debian',
  'platform/src/database/killedNode',
  'platform/durability/nodeKills',
  'platform/durability/bundleKills',
].map((name) => `${name}.full.test.ts`);

/**
 * Starts the slow tests first, so that no worker runs one when the others have ended. Vitest knows
 * the times of the previous run, which a new checkout doesn't have. Of the tests that wait for a
 * built release, only one is among the first.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.indexOf(relative(this.ctx.config.root, moduleId));
      return at < 0 ? slow.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
