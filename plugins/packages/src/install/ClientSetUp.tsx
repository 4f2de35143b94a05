import type { ClientTarget } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { ClientSteps, type GeneratedToken, TOKEN_PLACEHOLDER, TokenGenerator } from '@lading/ui/clients';
import { useEffect, useState } from 'react';
import { clientSteps } from '../formats/guides.ts';
import { messages } from './messages.ts';

export interface ClientSetUpProps {
  /** Without the user and the token, which this browser adds. */
  readonly target: Omit<ClientTarget, 'user' | 'token'>;
  /** The product's name. */
  readonly clientLabel: string;
  /**
   * Labels of the install commands: for the version of `target.package`, and for the newest one.
   */
  readonly commandNames?: { readonly version: string; readonly newest: string };
  /** Whether the newest version is offered next to the one of `target.package`. */
  readonly newestToo?: boolean;
  /** Called when the component is first shown. */
  readonly onReady?: () => void;
}

/** Windows in which the install section is above the rest of the page, not next to it. */
const STACKED = '(max-width: 1279px)';
/** Whether the set-up steps are collapsed, in this browser. */
const COLLAPSED = 'setUpCollapsed';

/**
 * Shows how a client installs or publishes the package, and below it the one-time sign-in and setup
 * for the repository. Loaded when first shown.
 */
export function ClientSetUp(props: ClientSetUpProps) {
  const { target, clientLabel, commandNames, newestToo = false, onReady } = props;
  useEffect(() => onReady?.(), [onReady]);
  const { user, storage } = useShell();
  const text = useText();
  const [tokens, setTokens] = useState<Readonly<Record<string, GeneratedToken>>>({});
  const [collapsed] = useState(
    () => window.matchMedia?.(STACKED)?.matches || storage.get(COLLAPSED) === 'true',
  );
  const { repoKey } = target;
  const generated = tokens[repoKey];
  const token = user.signedIn ? (generated?.token ?? TOKEN_PLACEHOLDER) : '';
  const whole = { ...target, user: user.current?.name ?? '', token };
  const steps = clientSteps(whole);
  const setUp = steps.filter(({ part = 'setUp' }) => part === 'setUp');
  const main = steps.filter(({ part = 'setUp' }) => part !== 'setUp');
  const { version: _, ...unversioned } = target.package ?? { name: '' };
  const newest = newestToo
    ? clientSteps({ ...whole, package: unversioned }).filter(({ part }) => part === 'install')
    : [];
  const differs = newest.some(({ command }, at) => command !== main[at]?.command);
  const generator = token !== '' && steps.some(({ command }) => command.includes(token)) && (
    <TokenGenerator
      key={repoKey}
      repoKey={repoKey}
      generated={generated}
      onGenerated={(made) => setTokens({ ...tokens, [repoKey]: made })}
    />
  );
  return (
    <>
      {main.length > 0 && (
        <>
          {differs && <p className="ld-soft">{text(messages.thisVersion)}</p>}
          <ClientSteps
            steps={main}
            lastName={target.package?.version === undefined ? commandNames?.newest : commandNames?.version}
          />
        </>
      )}
      {differs && (
        <>
          <p className="ld-soft">{text(messages.newest)}</p>
          <ClientSteps steps={newest} lastName={commandNames?.newest} />
        </>
      )}
      {setUp.length > 0 ? (
        <details
          className="packages-install__setup"
          open={!collapsed}
          onToggle={(event) => storage.set(COLLAPSED, String(!event.currentTarget.open))}
        >
          <summary>{text(messages.setUpOnce, { client: clientLabel })}</summary>
          {generator}
          <ClientSteps steps={setUp} />
        </details>
      ) : (
        generator
      )}
    </>
  );
}
