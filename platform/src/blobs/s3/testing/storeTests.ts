import { testCollection } from './collectionTests.ts';
import { testContent } from './contentTests.ts';
import { testFailures } from './failureTests.ts';
import type { S3Server } from './S3Server.ts';
import { useStore } from './useStore.ts';

/**
 * Tests the blob store with a running server. `isComplete`: the server checks signed URLs, knows
 * completed uploads, and lists uploads in parts.
 */
export function describeS3Store(start: () => Promise<S3Server>, { isComplete = false } = {}): void {
  const store = useStore(start);
  testContent(store, isComplete);
  testCollection(store);
  testFailures(store);
}
