import { SearchField, SelectField, useText } from '@lading/ui';
import { messages } from './messages.ts';
import type { Level } from './parseLine.ts';
import type { View } from './view.ts';

interface Props {
  readonly view: View;
  readonly onChange: (next: Partial<View>) => void;
}

export function FilterBar({ view, onChange }: Props) {
  const text = useText();
  const levels: { key: Level | ''; label: string }[] = [
    { key: '', label: text(messages.allLevels) },
    { key: 'info', label: text(messages.infoUp) },
    { key: 'warn', label: text(messages.warnUp) },
    { key: 'error', label: text(messages.errorUp) },
  ];
  return (
    <div className="logs-bar">
      <SearchField
        label={text(messages.search)}
        value={view.text}
        onChange={(wanted) => onChange({ text: wanted })}
      />
      <SelectField
        label={text(messages.level)}
        value={view.level}
        options={levels}
        onChange={(level) => onChange({ level })}
      />
      <SearchField
        label={text(messages.requestId)}
        value={view.requestId}
        onChange={(requestId) => onChange({ requestId })}
      />
      <SearchField label={text(messages.user)} value={view.user} onChange={(user) => onChange({ user })} />
    </div>
  );
}
