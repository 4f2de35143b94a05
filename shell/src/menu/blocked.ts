import { judge, type MenuFacts, type Ruled, type Verdict } from './rules.ts';

/**
 * Returns the verdict of a hidden or disabled item that blocks a path. The items with the longest
 * matching path decide; a visible one among them unblocks it.
 */
export function blockedBy(
  pathname: string,
  items: readonly Ruled[],
  facts: MenuFacts,
): Exclude<Verdict, { shown: 'yes' }> | undefined {
  let length = 0;
  let nearest: Ruled[] = [];
  for (const item of items) {
    const { path, shortcut } = item;
    if (path === undefined || shortcut || path.length < length) continue;
    if (pathname !== path && !pathname.startsWith(`${path}/`)) continue;
    nearest = path.length === length ? [...nearest, item] : [item];
    length = path.length;
  }
  const verdicts = nearest.map((item) => judge(item, facts));
  const blocks = (verdict: Verdict) => verdict.shown === 'hidden' || verdict.shown === 'disabled';
  const [first] = verdicts;
  return first && first.shown !== 'yes' && verdicts.every(blocks) ? first : undefined;
}
