import type { ClientGuide, ClientStep } from '@lading/contract';
import { DeviceSecret, RecoveryCodes, useFormats, useShell, useText } from '@lading/ui';
import { DayChart, Sparkline } from '@lading/ui/charts';
import { ClientSteps, GuideView, TokenGenerator } from '@lading/ui/clients';
import { Markdown } from '@lading/ui/markdown';
import { useMemo, useState } from 'react';
import { type Example, Row, State, States } from '../Example.tsx';
import { messages } from '../messages.ts';

const DOWNLOADS = Array.from({ length: 60 }, (_, day) => Math.round(40 + 30 * Math.sin(day / 4) + (day % 7)));
const FROM = '2026-10-01';
const QR =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath d='M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1zM5 5h1v1H5zM7 7h1v1H7z'/%3E%3C/svg%3E";
const STEPS: readonly ClientStep[] = [
  { why: messages.stepRegistry, command: 'npm config set registry http://localhost/' },
  {
    why: messages.stepFile,
    command: '//localhost/:_authToken=TOKEN\nregistry=http://localhost/',
    file: '~/.npmrc',
  },
];
const GUIDE: ClientGuide = {
  id: 'demo',
  packageTypes: ['npm'],
  clients: async () => () => [
    { id: 'npm', label: 'npm' },
    { id: 'yarn', label: 'Yarn' },
  ],
  steps:
    async () =>
    ({ client }) => [{ part: 'install', why: messages.stepInstall, command: `${client} add left-pad` }],
};

function DayCharts() {
  const text = useText();
  const formats = useFormats();
  const sizes = useMemo(() => DOWNLOADS.map((count) => count * 1024 ** 2), []);
  return (
    <States wide>
      <State label={messages.downloads}>
        <DayChart
          title={text(messages.downloads)}
          from={FROM}
          values={DOWNLOADS}
          valueText={(count) => text(messages.downloadCount, { count })}
          file="downloads"
        />
      </State>
      <State label={messages.storage}>
        <DayChart
          title={text(messages.storage)}
          from={FROM}
          values={sizes}
          valueText={(bytes) => formats.size(bytes)}
          file="storage"
          marks="bytes"
        />
      </State>
    </States>
  );
}

function Sparklines() {
  const text = useText();
  return (
    <Row>
      <Sparkline values={DOWNLOADS} label={text(messages.downloadsOf, { name: 'left-pad' })} />
      <Sparkline values={[0, 0, 0, 0]} label={text(messages.downloadsOf, { name: 'ropes' })} />
    </Row>
  );
}

function MarkdownText() {
  const text = useText();
  const source = [
    `# ${text(messages.readme)}`,
    text(messages.readmeText),
    `## ${text(messages.installation)}`,
    '```sh\nnpm install left-pad\n```',
    `| ${text(messages.name)} | ${text(messages.size)} |\n|---|---:|\n| left-pad | 1.2 KiB |`,
    `> ${text(messages.sectionAbout)}`,
  ].join('\n\n');
  return <Markdown source={source} failure={text(messages.loadFailed)} />;
}

function Steps() {
  return <ClientSteps steps={STEPS} />;
}

function Guide() {
  const { user } = useShell();
  const [client, setClient] = useState<string>();
  const target = useMemo(
    () => ({
      packageType: 'npm',
      repoKey: 'npm-local',
      baseUrl: 'http://localhost',
      canDeploy: user.current?.canDeploy ?? false,
      system: 'linux' as const,
    }),
    [user.current],
  );
  return <GuideView guide={GUIDE} target={target} client={client} onClient={setClient} />;
}

function Token() {
  return (
    <TokenGenerator
      repoKey="npm-local"
      generated={{ tokenId: 'demo', token: 'TOKEN', expiresIn: 90 * 86_400 }}
      onGenerated={() => {}}
    />
  );
}

function Secret() {
  return <DeviceSecret qr={QR} secret="ABCDEFGHIJKLMNOP" />;
}

function Codes() {
  const text = useText();
  const { notifications } = useShell();
  const codes = ['1234-5678', '2345-6789', '3456-7890', '4567-8901'];
  return <RecoveryCodes codes={codes} user="ada" onKept={() => notifications.info(text(messages.retried))} />;
}

const clients = '@lading/ui/clients';

export const charts: readonly Example[] = [
  { names: ['DayChart'], from: '@lading/ui/charts', about: messages.chartAbout, Show: DayCharts },
  { names: ['Sparkline'], from: '@lading/ui/charts', Show: Sparklines },
];

export const content: readonly Example[] = [
  { names: ['Markdown'], from: '@lading/ui/markdown', about: messages.markdownAbout, Show: MarkdownText },
  { names: ['ClientSteps'], from: clients, Show: Steps },
  { names: ['GuideView'], from: clients, about: messages.guideAbout, Show: Guide },
  { names: ['TokenGenerator'], from: clients, about: messages.tokenAbout, Show: Token },
  { names: ['DeviceSecret'], from: '@lading/ui', Show: Secret },
  { names: ['RecoveryCodes'], from: '@lading/ui', Show: Codes },
];
