import type { ClientGuide, ClientOption, ClientStep, ClientTarget } from '@lading/contract';
import { useEffect, useMemo, useState } from 'react';
import { Fetched } from '../fetching/Fetched.ts';
import { FetchedView } from '../fetching/FetchedView.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { ClientSteps } from './ClientSteps.tsx';
import css from './clients.css?inline';
import { messages } from './messages.ts';
import { type GeneratedToken, TOKEN_PLACEHOLDER, TokenGenerator } from './TokenGenerator.tsx';

export interface LoadedGuide {
  readonly clients: readonly ClientOption[];
  readonly steps: (target: ClientTarget) => readonly ClientStep[];
}

interface Props {
  readonly guide: ClientGuide;
  /** Without the user, the token, and the client, which this view adds. */
  readonly target: Omit<ClientTarget, 'user' | 'token' | 'client'>;
  /** The selected client, by ID; the guide's first when absent or unknown. */
  readonly client: string | undefined;
  readonly onClient: (id: string) => void;
  readonly onToken?: (token: GeneratedToken) => void;
}

const PARTS = [
  ['setUp', messages.setUp],
  ['install', messages.install],
  ['publish', messages.publish],
] as const;

/**
 * The clients of a guide, the button that generates a token, and the steps for the selected client.
 */
export function GuideView({ guide, target, client, onClient, onToken }: Props) {
  useStyles(css);
  const text = useText();
  const { user } = useShell();
  const [tokens, setTokens] = useState<Readonly<Record<string, GeneratedToken>>>({});
  const loaded = useMemo(
    () => new Fetched<LoadedGuide | undefined>(undefined, () => loadGuide(guide, target.packageType)),
    [guide, target.packageType],
  );
  useEffect(() => () => loaded.dispose(), [loaded]);
  const { repoKey } = target;
  const generated = tokens[repoKey];
  const token = user.signedIn ? (generated?.token ?? TOKEN_PLACEHOLDER) : '';
  return (
    <FetchedView fetched={loaded} failure={text(messages.stepsFailed)}>
      {(found) => {
        if (!found) return null;
        const selected = found.clients.find(({ id }) => id === client) ?? found.clients[0];
        const whole = { ...target, user: user.current?.name ?? '', token };
        const steps = found.steps(selected ? { ...whole, client: selected.id } : whole);
        return (
          <>
            {selected && found.clients.length > 1 && (
              <SelectField
                label={text(messages.client)}
                value={selected.id}
                options={found.clients.map(({ id: key, label }) => ({ key, label }))}
                onChange={onClient}
              />
            )}
            {token !== '' && steps.some(({ command }) => command.includes(token)) && (
              <TokenGenerator
                key={repoKey}
                repoKey={repoKey}
                generated={generated}
                onGenerated={(made) => {
                  setTokens({ ...tokens, [repoKey]: made });
                  onToken?.(made);
                }}
              />
            )}
            {PARTS.map(([part, heading]) => {
              const own = steps.filter((step) => (step.part ?? 'setUp') === part);
              return (
                own.length > 0 && (
                  <section key={part}>
                    <h2 className="ld-steps-part">{text(heading)}</h2>
                    <ClientSteps steps={own} />
                  </section>
                )
              );
            })}
          </>
        );
      }}
    </FetchedView>
  );
}

/** Loads the clients and the steps of a guide. */
export async function loadGuide(guide: ClientGuide, packageType: string): Promise<LoadedGuide> {
  const [clients, steps] = await Promise.all([guide.clients?.(), guide.steps()]);
  return { clients: clients?.(packageType) ?? [], steps };
}
