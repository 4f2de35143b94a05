import type { RemovalSelection } from '@lading/contract/rest';
import { Button, useFormats, useStyles, useText } from '@lading/ui';
import css from './chosen.css?inline';
import { messages } from './messages.ts';
import { RemovalButton } from './RemovalButton.tsx';

interface Props {
  readonly count: number;
  readonly selection: RemovalSelection;
  readonly onClear: () => void;
  /** Called after a deletion. */
  readonly onRemoved: () => void;
}

/** Number of selected rows and the actions on them. Hidden when no row is selected. */
export function ChosenBar({ count, selection, onClear, onRemoved }: Props) {
  useStyles(css);
  const text = useText();
  const formats = useFormats();
  if (count === 0) return null;
  return (
    <div className="packages-chosen">
      <b role="status">{text(messages.chosen, { count: formats.count(count) })}</b>
      <RemovalButton selection={selection} onRemoved={onRemoved} onRestored={onRemoved} />
      <Button kind="quiet" icon="close" label={text(messages.clear)} onClick={onClear} />
    </div>
  );
}
