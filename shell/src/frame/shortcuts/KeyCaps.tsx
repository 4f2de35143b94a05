import { keyCaps } from '../../shortcuts/keys.ts';

/** Shortcut as key labels. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="lading-keys">
      {keyCaps(keys).map((stroke, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other identity
        <span key={at} className="lading-stroke">
          {stroke.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
