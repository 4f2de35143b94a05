import { message } from '@lading/contract';
import { useShell, useStyles, useText } from '@lading/ui';
import { type ReactNode, useId, useState } from 'react';
import { SYSTEMS, type System } from '../formats/PackageFormat.ts';
import css from './systems.css?inline';

const messages = {
  system: message('packages.install.system', 'System'),
  macos: message('packages.install.macos', 'macOS'),
  linux: message('packages.install.linux', 'Linux'),
  windows: message('packages.install.windows', 'Windows'),
} as const;

const KEPT = 'system';

/**
 * Returns the operating system for commands, which is the last selected one or that of this
 * browser, and an element to select another one.
 */
export function useSystem(): readonly [system: System, choice: ReactNode] {
  useStyles(css);
  const { storage } = useShell();
  const text = useText();
  const name = useId();
  const [system, setSystem] = useState(() => known(storage.get(KEPT)) ?? ownSystem(navigator.userAgent));
  const choose = (chosen: System) => {
    setSystem(chosen);
    storage.set(KEPT, chosen);
  };
  const choice = (
    <fieldset className="packages-systems">
      <legend className="ld-hidden">{text(messages.system)}</legend>
      {SYSTEMS.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === system} onChange={() => choose(each)} />
          <span>{text(messages[each])}</span>
        </label>
      ))}
    </fieldset>
  );
  return [system, choice];
}

function known(kept: string | undefined): System | undefined {
  return SYSTEMS.find((each) => each === kept);
}

function ownSystem(agent: string): System {
  if (/windows/i.test(agent)) return 'windows';
  return /mac os|macintosh/i.test(agent) ? 'macos' : 'linux';
}
