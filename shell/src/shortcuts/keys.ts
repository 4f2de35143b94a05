/**
 * Keys as texts: strokes divided by spaces, pressed one after the other (`g t`); in a stroke, keys that are held first
 * (`Mod+Shift+E`). `Mod` is Cmd on a Mac and Ctrl elsewhere.
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
/** Keys with a name, which may be a shortcut. Those that move and leave belong to the page. */
const NAMED = /^(?:F\d{1,2}|Space|Enter|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Arrow\w+)$/;

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The stroke that was pressed; `undefined` while keys are only held, and for letters typed with AltGr. */
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
  // A sign that needs Shift says so by itself; a letter and a key with a name do not.
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

/** With keys held, and on a keyboard of other letters, the letter is the one that stands there on a Latin keyboard. */
function keyOf({ key, code }: KeyPress, isHeld: boolean): string {
  if (key === ' ') return 'Space';
  const [, latin] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  const foreign = /^[^\p{ASCII}]$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return latin !== undefined && (foreign || (isHeld && key.length === 1 && !/^[\x21-\x7e]$/.test(key)))
    ? latin.toLowerCase()
    : key;
}

/** Whether nothing but one letter, digit or sign has to be pressed: what a voice or a slip may set off. */
export function isSingle(stroke: string): boolean {
  const held = stroke.split('+').filter((key) => (HELD as readonly string[]).includes(key));
  return held.every((key) => key === 'Shift') && !NAMED.test(lastKey(stroke));
}

/** Whether keys can be a shortcut: not what moves the focus, leaves or gives up. */
export function isUsable(stroke: string): boolean {
  const key = lastKey(stroke);
  if (stroke.includes('+') && /^(?:Enter|Space)$/.test(key)) return true;
  if (/^(?:Tab|Escape|Enter|Space|Arrow\w+|Home|End|PageUp|PageDown|Backspace|Delete)$/.test(key)) {
    return /Mod|Alt|Ctrl|Meta/.test(stroke) && key !== 'Tab' && key !== 'Escape';
  }
  return key.length === 1 || NAMED.test(key);
}

function lastKey(stroke: string): string {
  // The sign + itself stands behind the + that divides.
  return stroke.endsWith('+') ? '+' : (stroke.split('+').at(-1) ?? '');
}

export function strokesOf(keys: string): readonly string[] {
  return keys.split(' ').filter((stroke) => stroke !== '');
}

/** Whether pressing one would get in the way of the other: they are the same, or one begins the other. */
export function collide(one: string, other: string): boolean {
  const [shorter, longer] = [strokesOf(one), strokesOf(other)].sort((a, b) => a.length - b.length);
  return (
    shorter !== undefined && shorter.length > 0 && shorter.every((stroke, at) => stroke === longer?.[at])
  );
}

const MAC_SIGNS: Readonly<Record<string, string>> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Meta: '⌘' };

/** As they stand on the keyboard: each stroke's keys. */
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

/** For `aria-keyshortcuts`, which knows no strokes one after the other; `undefined` for those. */
export function ariaKeys(keys: string, mac: boolean = isMac()): string | undefined {
  const strokes = strokesOf(keys);
  if (strokes.length !== 1) return undefined;
  return strokes[0]?.replace('Mod', mac ? 'Meta' : 'Control').replace(/^Ctrl\+/, 'Control+');
}
