import type { PluginHealth, PluginHealthFailure, PluginStage } from '@lading/contract/rest';
import { Button, Dialog, useStyles, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { messages } from './messages.ts';
import css from './pluginHealth.css?inline';

const STAGES: Record<PluginStage, keyof typeof messages> = {
  load: 'loadStage',
  start: 'startStage',
  mount: 'mountStage',
  run: 'runStage',
  unmount: 'unmountStage',
};

/** Times and failures of one version. */
export function FailuresDialog({ health, onClose }: { health: PluginHealth; onClose: () => void }) {
  useStyles(css);
  const text = useText();
  const { plugin, version, loadMs, mountMs, longestMs, turnedOff, failures } = health;
  const ms = (value: number | undefined) => value !== undefined && text(messages.ms, { value });
  return (
    <Dialog title={text(messages.dialog, { plugin, version })} onCancel={onClose}>
      <Facts
        facts={[
          [text(messages.turnedOff), turnedOff > 0 && text(messages.browserCount, { count: turnedOff })],
          [text(messages.load), ms(loadMs)],
          [text(messages.mount), ms(mountMs)],
          [text(messages.longest), ms(longestMs)],
          [text(messages.firstSeen), <When key="first" date={health.firstSeen} />],
          [text(messages.lastSeen), <When key="last" date={health.lastSeen} />],
        ]}
      />
      {failures.length === 0 && <p>{text(messages.noFailures)}</p>}
      {failures.map((failure) => (
        <Failure key={JSON.stringify(failure)} failure={failure} />
      ))}
      <div className="admin-plugin-health__close">
        <Button label={text(messages.close)} onClick={onClose} />
      </div>
    </Dialog>
  );
}

function Failure({ failure }: { failure: PluginHealthFailure }) {
  const text = useText();
  const { count, stage, class: cause, error, message } = failure;
  return (
    <section className="admin-plugin-health__failure">
      <h3>{text(messages.failure, { count, stage: text(messages[STAGES[stage]]), cause })}</h3>
      <p>
        <code>{error === undefined ? message : `${error}: ${message}`}</code>
      </p>
      <Facts
        facts={[
          [text(messages.firstSeen), <When key="first" date={failure.firstSeen} />],
          [text(messages.lastSeen), <When key="last" date={failure.lastSeen} />],
          [text(messages.browsers), failure.browsers.join(', ')],
          [text(messages.consoles), failure.shells.join(', ')],
        ]}
      />
    </section>
  );
}
