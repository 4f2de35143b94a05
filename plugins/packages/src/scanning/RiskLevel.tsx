import { type Message, message } from '@lading/contract';
import { useText } from '@lading/ui';

const LEVELS: ReadonlyMap<string, Message> = new Map([
  ['high', message('packages.risk.high', 'High')],
  ['medium', message('packages.risk.medium', 'Medium')],
  ['low', message('packages.risk.low', 'Low')],
  ['none', message('packages.risk.none', 'None')],
]);

/** Operational risk level; an unknown level is shown under the platform's name. */
export function RiskLevel({ level }: { level: string }) {
  const text = useText();
  const known = LEVELS.get(level.toLowerCase());
  return <>{known ? text(known) : level}</>;
}
