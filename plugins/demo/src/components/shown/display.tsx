import type { Message } from '@lading/contract';
import {
  Rich,
  SEVERITIES,
  SeverityCounts,
  SeverityMark,
  ShortName,
  useFormats,
  useText,
  When,
} from '@lading/ui';
import { Badge, type BadgeState, CodeBlock, Facts, SbomLinks, Tags } from '@lading/ui/display';
import { useMemo } from 'react';
import { type Example, Row, State, States } from '../Example.tsx';
import { messages } from '../messages.ts';

const DIGEST = 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const NAME = 'left-pad';
const LONG_NAME = 'org.example.harbor:cargo-manifest-generator:3.0.0-beta.1';
const FILE = '.npmrc';
const MINUTE_MS = 60_000;
const BADGES: readonly (readonly [BadgeState, Message])[] = [
  ['good', messages.good],
  ['busy', messages.running],
  ['warning', messages.warning],
  ['bad', messages.bad],
  ['off', messages.off],
  ['unknown', messages.unknown],
];

function Badges() {
  const text = useText();
  return (
    <Row>
      {BADGES.map(([state, label]) => (
        <Badge key={state} state={state}>
          {text(label)}
        </Badge>
      ))}
    </Row>
  );
}

function Severities() {
  return (
    <Row>
      {SEVERITIES.map((severity) => (
        <SeverityMark key={severity} severity={severity} />
      ))}
      <SeverityMark severity="skipped" />
      <SeverityMark severity="critical" score="9.8" />
    </Row>
  );
}

function Counts() {
  return (
    <Row>
      <SeverityCounts
        counts={[
          ['critical', 2],
          ['high', 14],
          ['medium', 1_204],
          ['low', 0],
        ]}
      />
    </Row>
  );
}

function TagRow() {
  const text = useText();
  return (
    <Row>
      <Tags words={['latest', 'next']} />
      <Tags words={['keyword']} to={(word) => `/packages?name=${word}`} />
      <Tags words={[text(messages.deprecated)]} warning title={text(messages.deprecatedTitle)} />
    </Row>
  );
}

function KeyValues() {
  const text = useText();
  const formats = useFormats();
  return (
    <Facts
      facts={[
        [text(messages.version), '4.21.2'],
        [text(messages.size), formats.size(212_992)],
        [text(messages.digest), DIGEST],
        [text(messages.leftOut), undefined],
      ]}
    />
  );
}

function Code() {
  const text = useText();
  return (
    <States wide>
      <CodeBlock
        label={text(messages.installation)}
        tabs={[
          { key: 'npm', label: 'npm', code: 'npm install left-pad', file: 'install.sh' },
          { key: 'docker', label: 'Docker', code: 'docker pull example.org/team/app:1.0' },
        ]}
      />
      <CodeBlock
        label={text(messages.configuration)}
        tabs={[{ key: 'one', label: FILE, code: 'registry=http://localhost/\nalways-auth=true' }]}
      />
    </States>
  );
}

function Sboms() {
  return <SbomLinks url={(format) => `data:text/plain,${format}`} />;
}

function Names() {
  return (
    <States>
      <State label={messages.normal}>
        <div>
          <ShortName text={NAME} />
        </div>
      </State>
      <State label={messages.shortened}>
        <div className="demo-narrow">
          <ShortName text={LONG_NAME} />
        </div>
      </State>
    </States>
  );
}

function Dates() {
  const text = useText();
  const formats = useFormats();
  const [hour, month] = useMemo(
    () => [60, 60 * 24 * 45].map((minutes) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()),
    [],
  );
  return (
    <Facts
      facts={[
        ['<When>', <When key="hour" date={hour ?? ''} />],
        ['<When>', <When key="month" date={month ?? ''} />],
        ['relative', formats.relative(hour ?? '')],
        ['absolute', formats.absolute('2026-11-23T14:05:00Z')],
        ['absolute', formats.absolute(text(messages.unknown))],
        ['size', [0, 1_023, 212_992, 1.5 * 1024 ** 4].map((bytes) => formats.size(bytes)).join(' · ')],
        ['count', formats.count(1_234_567)],
        ['duration', [900, 95_000, 5_400_000].map((each) => formats.duration(each)).join(' · ')],
      ]}
    />
  );
}

function Elements() {
  return (
    <p>
      <Rich message={messages.rich} elements={{ file: <code>{FILE}</code> }} />
    </p>
  );
}

const ui = '@lading/ui';
const display = '@lading/ui/display';

export const displayed: readonly Example[] = [
  { names: ['Badge'], from: display, about: messages.badgeAbout, Show: Badges },
  { names: ['SeverityMark'], from: ui, Show: Severities },
  { names: ['SeverityCounts'], from: ui, Show: Counts },
  { names: ['Tags'], from: display, Show: TagRow },
  { names: ['Facts'], from: display, about: messages.factsAbout, Show: KeyValues },
  { names: ['CodeBlock'], from: display, Show: Code },
  { names: ['SbomLinks'], from: display, Show: Sboms },
  { names: ['ShortName'], from: ui, about: messages.shortNameAbout, Show: Names },
  { names: ['When', 'useFormats'], from: ui, about: messages.formatsAbout, Show: Dates },
  { names: ['Rich'], from: ui, about: messages.richAbout, Show: Elements },
];
