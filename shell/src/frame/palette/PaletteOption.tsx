import { Icon, useText } from '@lading/ui';
import { useRef } from 'react';
import type { Found } from '../../palette/match.ts';
import { texts } from '../../palette/paletteTexts.ts';
import { ariaKeys } from '../../shortcuts/keys.ts';
import { KeyCaps } from '../shortcuts/KeyCaps.tsx';

interface OptionProps {
  readonly id: string;
  readonly found: Found;
  /** Shortcut; empty means none. */
  readonly keys: string;
  readonly isActive: boolean;
  /** A blocked entry links to the page that explains why. */
  readonly canAskWhy: boolean;
  readonly onPoint: () => void;
  readonly onChoose: (elsewhere: boolean) => void;
}

export function PaletteOption(props: OptionProps) {
  const { id, found, keys, isActive, canAskWhy, onPoint, onChoose } = props;
  const text = useText();
  const { label, detail, icon, refused } = found.entry;
  // The list scrolls under a resting pointer, so only pointer movement activates an entry.
  const place = useRef('');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
    <div
      role="option"
      id={id}
      className="lading-palette-option"
      aria-label={[label, refused?.because ?? detail].filter(Boolean).join(', ')}
      aria-keyshortcuts={ariaKeys(keys)}
      aria-selected={isActive}
      aria-disabled={refused && !canAskWhy ? true : undefined}
      data-refused={refused ? refused.shown : undefined}
      onPointerMove={({ clientX, clientY }) => {
        const now = `${clientX} ${clientY}`;
        if (place.current !== '' && place.current !== now && !isActive) onPoint();
        place.current = now;
      }}
      onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
    >
      <Icon name={refused ? 'lock' : icon} />
      <span className="lading-palette-text">
        <span className="lading-palette-label">
          <Lit label={label} letters={found.letters} />
        </span>
        {refused && <span className="lading-palette-reason">{refused.because}</span>}
      </span>
      {detail !== undefined && !refused && <span className="lading-palette-detail">{detail}</span>}
      {refused && canAskWhy && <span className="lading-palette-why">{text(texts.why)}</span>}
      {keys !== '' && <KeyCaps keys={keys} />}
    </div>
  );
}

/** Label with highlighted matched letters. */
function Lit({ label, letters }: { label: string; letters: ReadonlySet<number> }) {
  if (letters.size === 0) return label;
  const runs: { words: string; lit: boolean }[] = [];
  for (let at = 0; at < label.length; at += 1) {
    const lit = letters.has(at);
    const last = runs.at(-1);
    if (last?.lit === lit) last.words += label[at];
    else runs.push({ words: label[at] ?? '', lit });
  }
  return runs.map(({ words, lit }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one label have no other identity
    lit ? <mark key={at}>{words}</mark> : <span key={at}>{words}</span>,
  );
}
