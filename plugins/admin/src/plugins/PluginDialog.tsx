import type { ManagedPlugin, PluginFacts } from '@lading/contract/rest';
import { Button, buttonClass, Dialog, SelectField, useFormats, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pluginSettingsPath } from '../paths.ts';
import { messages as settingsMessages } from '../pluginSettings/messages.ts';
import { buildLines } from './buildText.ts';
import { dialogMessages } from './dialogMessages.ts';
import { actionMessages, messages } from './messages.ts';
import { type Action, actionsOf } from './pluginActions.ts';
import { revokeMessages } from './revokeMessages.ts';
import { contributionsText } from './usePluginColumns.tsx';

interface Props {
  readonly plugin: ManagedPlugin;
  readonly onAction: (action: Action, version?: string) => void;
  /** Revokes a version, or restores a revoked one. */
  readonly onRevoke: (version: string) => void;
  readonly onClose: () => void;
}

/** Details of a plugin and all actions on it. */
export function PluginDialog({ plugin, onAction, onRevoke, onClose }: Props) {
  const text = useText();
  const { specifier, version, versions, source } = plugin;
  const [wanted, setWanted] = useState(versions[0]?.version ?? '');
  const reason = versions.find((one) => one.version === wanted)?.revoked;
  // The version of the console cannot be revoked.
  const canRevoke = reason !== undefined || source !== 'shipped' || wanted !== version;
  const canSelect = versions.length > 0 && source !== 'operator';
  const others = actionsOf(plugin).filter((action) => action !== 'install' && action !== 'upgrade');
  return (
    <Dialog title={specifier} onCancel={onClose}>
      <PluginFactsView plugin={plugin} />
      {canSelect && (
        <SelectField
          label={text(dialogMessages.selectVersion)}
          value={wanted}
          options={versions.map((one) => ({
            key: one.version,
            label: one.revoked === undefined ? one.version : text(revokeMessages.revokedVersion, one),
          }))}
          onChange={setWanted}
        />
      )}
      {canSelect && reason !== undefined && (
        <p>{text(revokeMessages.revokedBecause, { version: wanted, reason })}</p>
      )}
      <div className="admin-plugins__buttons">
        <Button label={text(dialogMessages.close)} onClick={onClose} />
        {plugin.state === 'enabled' &&
          plugin.facts?.contributions.some(({ kind }) => kind === 'settings') && (
            <Link className={buttonClass('plain')} to={pluginSettingsPath(plugin.name)}>
              {text(settingsMessages.open)}
            </Link>
          )}
        {others.map((action) => (
          <Button
            key={action}
            kind={action === 'disable' || action === 'remove' ? 'danger' : 'plain'}
            label={text(actionMessages[action])}
            onClick={() => onAction(action)}
          />
        ))}
        {canSelect && canRevoke && (
          <Button
            kind={reason === undefined ? 'danger' : 'plain'}
            label={text(reason === undefined ? revokeMessages.revoke : revokeMessages.restore, {
              version: wanted,
            })}
            onClick={() => onRevoke(wanted)}
          />
        )}
        {canSelect && wanted !== version && reason === undefined && (
          <Button
            kind="main"
            label={text(actionMessages.install)}
            onClick={() => onAction('install', wanted)}
          />
        )}
      </div>
    </Dialog>
  );
}

function PluginFactsView({ plugin }: { readonly plugin: ManagedPlugin }) {
  const text = useText();
  const formats = useFormats();
  const { facts, version, versions, problem, changed, changedBy, source } = plugin;
  const shown = versions.find((one) => one.version === (version || facts?.version));
  const requirement = ({
    specifier,
    range,
    fulfilled,
  }: {
    specifier: string;
    range: string;
    fulfilled: boolean;
  }) => (fulfilled ? `${specifier} ${range}` : text(dialogMessages.missing, { plugin: specifier, range }));
  return (
    <Facts
      facts={[
        [text(dialogMessages.description), facts?.description],
        [text(messages.version), version || facts?.version],
        [text(messages.problem), problem],
        [text(messages.source), source === 'operator' && text(messages.operator)],
        [text(dialogMessages.publishedBy), shown?.publishedBy],
        [text(dialogMessages.signedBy), facts && <Signature plugin={plugin} facts={facts} />],
        [text(dialogMessages.build), buildLines(facts?.build, text).join('. ')],
        [text(dialogMessages.contract), facts?.contract],
        [text(messages.size), facts && formats.size(facts.bytes)],
        [text(messages.contributions), contributionsText(facts, text)],
        [text(dialogMessages.paths), facts?.paths.join(', ')],
        [text(dialogMessages.requires), facts?.dependencies.map(requirement).join(', ')],
        [
          text(dialogMessages.changedBy),
          changed && (
            <>
              {changedBy}, <When date={changed} />
            </>
          ),
        ],
      ]}
    />
  );
}

/** The author, or why the signature is not trusted. */
function Signature({ plugin, facts }: { readonly plugin: ManagedPlugin; readonly facts: PluginFacts }) {
  const text = useText();
  const { signature } = facts;
  // Plugins of the console come with it.
  if (!signature)
    return plugin.source === 'shipped' ? text(messages.shipped) : text(dialogMessages.notSigned);
  return <span title={signature.keyId}>{signature.author ?? signature.problem}</span>;
}
