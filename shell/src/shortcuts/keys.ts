/**
 * Keys as text: strokes separated by spaces, pressed in sequence (`g t`). Within a stroke,
 * modifiers come first (`Mod+Shift+E`). `Mod` is Cmd on a Mac and Ctrl elsewhere.
 */
const HELD = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'] as const;
const ONLY_HELD: ReadonlySet<string> = new Set([
  'Control',
  'Meta',
  'Alt',
  'Shift',
  'AltGraph',
  'CapsLock',
  'Dead',
]);
/** Named keys that a shortcut may contain. The page keeps those that move the focus or leave. */
const NAMED = /^(?:F\d{1,2}|Space|Enter|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow\w+)$/;

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * Returns the pressed stroke, or `undefined` for modifiers alone and for letters typed with AltGr.
 */
export function strokeOf(press: KeyPress, mac: boolean = isMac()): string | undefined {
  if (ONLY_HELD.has(press.key) || press.getModifierState('AltGraph')) return undefined;
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const held = [
    ...((mac ? metaKey : ctrlKey) ? ['Mod'] : []),
    ...(mac && ctrlKey ? ['Ctrl'] : []),
    ...(!mac && metaKey ? ['Meta'] : []),
    ...(altKey ? ['Alt'] : []),
  ];
  const key = keyOf(press, held.length > 0);
  const letter = /^\p{L}$/u.test(key);
  // A symbol typed with Shift already shows it; letters and named keys do not.
  if (shiftKey && (held.length > 0 || letter || key.length > 1)) held.push('Shift');
  const shown =
    letter && held.length > 0
      ? key.toUpperCase()
      : key.toLowerCase() === key
        ? key
        : letter
          ? key.toLowerCase()
          : key;
  return [...held, shown].join('+');
}

/**
 * Returns the key. With modifiers, and on non-Latin keyboards, it is the letter at that position on
 * a Latin keyboard.
 */
function keyOf({ key, code }: KeyPress, isHeld: boolean): string {
  if (key === ' ') return 'Space';
  const [, latin] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  const foreign = /^[^\p{ASCII}]$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return latin !== undefined && (foreign || (isHeld && key.length === 1 && !/^[\x21-\x7e]$/.test(key)))
    ? latin.toLowerCase()
    : key;
}

/**
 * Returns whether a stroke is a single letter, digit, or symbol, which speech input or a slip may
 * trigger.
 */
export function isSingle(stroke: string): boolean {
  const held = stroke.split('+').filter((key) => (HELD as readonly string[]).includes(key));
  return held.every((key) => key === 'Shift') && !NAMED.test(lastKey(stroke));
}

/** Returns whether a stroke can be a shortcut: not one that moves the focus, leaves, or cancels. */
export function isUsable(stroke: string): boolean {
  const key = lastKey(stroke);
  if (stroke.includes('+') && /^(?:Enter|Space)$/.test(key)) return true;
  if (/^(?:Tab|Escape|Enter|Space|Arrow\w+|Home|End|PageUp|PageDown|Backspace|Delete)$/.test(key)) {
    return /Mod|Alt|Ctrl|Meta/.test(stroke) && key !== 'Tab' && key !== 'Escape';
  }
  return key.length === 1 || NAMED.test(key);
}

function lastKey(stroke: string): string {
  // In a stroke of the + key, + follows the separator +.
  return stroke.endsWith('+') ? '+' : (stroke.split('+').at(-1) ?? '');
}

export function strokesOf(keys: string): readonly string[] {
  return keys.split(' ').filter((stroke) => stroke !== '');
}

/** Returns whether two shortcuts conflict: they are equal, or one is a prefix of the other. */
export function collide(one: string, other: string): boolean {
  const [shorter, longer] = [strokesOf(one), strokesOf(other)].sort((a, b) => a.length - b.length);
  return (
    shorter !== undefined && shorter.length > 0 && shorter.every((stroke, at) => stroke === longer?.[at])
  );
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' };

/** Returns the key labels of each stroke, as on the keyboard. */
export function keyCaps(keys: string, mac: boolean = isMac()): readonly (readonly string[])[] {
  return strokesOf(keys).map((stroke) => {
    const key = lastKey(stroke);
    const held = stroke
      .slice(0, stroke.length - key.length)
      .split('+')
      .filter((each) => each !== '');
    return [
      ...held.map((each) => (mac ? (MAC_SIGNS[each] ?? each) : each === 'Mod' ? 'Ctrl' : each)),
      /^\p{L}$/u.test(key) && held.length > 0 ? key.toUpperCase() : key,
    ];
  });
}

/**
 * Returns the value of `aria-keyshortcuts`, or `undefined` for sequences, which it does not
 * support.
 */
export function ariaKeys(keys: string, mac: boolean = isMac()): string | undefined {
  const strokes = strokesOf(keys);
  if (strokes.length !== 1) return undefined;
  return strokes[0]?.replace('Mod', mac ? 'Meta' : 'Control').replace(/^Ctrl\+/, 'Control+');
}
