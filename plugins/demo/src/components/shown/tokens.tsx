import { Icon, type IconName, useText } from '@lading/ui';
import { type Example, Row, State, States } from '../Example.tsx';
import { messages } from '../messages.ts';
import { Colors } from './Colors.tsx';

const SPACES = [4, 8, 12, 16, 24, 32, 48];
const DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015';

function Type() {
  const text = useText();
  return (
    <div className="demo-type">
      <p className="demo-type__heading">{text(messages.typeHeading)}</p>
      <p className="demo-type__section">{text(messages.typeSection)}</p>
      <p>{text(messages.typeText)}</p>
      <p className="ld-soft">{text(messages.typeSoft)}</p>
      <p className="demo-type__note ld-soft">{text(messages.typeNote)}</p>
      <p className="ld-mono">{DIGEST}</p>
      <p className="ld-numbers">
        1,111.11
        <br />
        8,888.88
      </p>
    </div>
  );
}

function Spacing() {
  const text = useText();
  return (
    <ul className="demo-spaces">
      {SPACES.map((pixels) => (
        <li key={pixels}>
          <span style={{ width: pixels }} />
          {text(messages.pixels, { count: pixels })}
        </li>
      ))}
    </ul>
  );
}

function Surfaces() {
  const text = useText();
  return (
    <States>
      <State label={messages.elevation}>
        <div className="demo-surface demo-surface--raised">{text(messages.elevationText)}</div>
      </State>
      <State label={messages.radius}>
        <div className="demo-surface">{text(messages.radiusText)}</div>
      </State>
      <State label={messages.focus}>
        <div className="demo-surface demo-surface--focus">{text(messages.focusText)}</div>
      </State>
      <State label={messages.motion}>
        <div className="demo-surface demo-surface--moving">{text(messages.motionText)}</div>
      </State>
    </States>
  );
}

/** A record, so that the compiler reports an icon without an example. */
const ICONS: Readonly<Record<IconName, true>> = {
  add: true,
  alert: true,
  apps: true,
  arrowLeft: true,
  calendar: true,
  check: true,
  checkCircle: true,
  chevronDown: true,
  chevronRight: true,
  chevronUp: true,
  close: true,
  columns: true,
  copy: true,
  database: true,
  document: true,
  download: true,
  edit: true,
  error: true,
  eye: true,
  eyeOff: true,
  filter: true,
  folder: true,
  globe: true,
  help: true,
  history: true,
  home: true,
  info: true,
  key: true,
  keyboard: true,
  link: true,
  lock: true,
  menu: true,
  moon: true,
  more: true,
  open: true,
  package: true,
  people: true,
  person: true,
  plug: true,
  refresh: true,
  remove: true,
  search: true,
  settings: true,
  shield: true,
  sidebarClose: true,
  sidebarOpen: true,
  signOut: true,
  sortDown: true,
  sortUp: true,
  star: true,
  starFilled: true,
  sun: true,
  tag: true,
  theme: true,
  upload: true,
  warning: true,
};

function Icons() {
  return (
    <>
      <Row>
        {([16, 20, 24, 48] as const).map((size) => (
          <Icon key={size} name="package" size={size} />
        ))}
      </Row>
      <ul className="demo-icons">
        {Object.keys(ICONS).map((name) => (
          <li key={name}>
            <Icon name={name} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

export const tokens: readonly Example[] = [
  { names: [], from: '', about: messages.typeAbout, Show: Type },
  { names: [], from: '', about: messages.spacingAbout, Show: Spacing },
  { names: [], from: '', about: messages.surfaceAbout, Show: Surfaces },
];

export const colors: readonly Example[] = [
  { names: ['THEMES'], from: '@lading/ui', about: messages.colorAbout, Show: Colors },
];

export const icons: readonly Example[] = [
  { names: ['Icon'], from: '@lading/ui', about: messages.iconAbout, Show: Icons },
];
