import { EmptyState, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Shown while no packages are scanned. */
export function Unknown() {
  const text = useText();
  return <EmptyState icon="shield" what={text(messages.unknown)} more={text(messages.unknownMore)} />;
}

/** Lists the types of packages whose vulnerabilities are unknown. */
export function UnknownTypes({ types }: { types: readonly string[] }) {
  const text = useText();
  if (types.length === 0) return null;
  return <p className="ins-note">{text(messages.unknownTypes, { types: types.join(', ') })}</p>;
}
