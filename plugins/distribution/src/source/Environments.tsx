import { useText } from '@lading/ui';
import { Tags } from '@lading/ui/display';
import { messages } from '../messages.ts';

/** Lists the environments that a version was promoted to, latest last. */
export function Environments({ names }: { names: readonly string[] }) {
  const text = useText();
  if (names.length === 0) return <span className="ld-soft">{text(messages.notPromoted)}</span>;
  return <Tags words={names} />;
}
