import { useText } from '@lading/ui';
import { CheckField, LinesField } from '@lading/ui/edit';
import type { ComponentProps } from 'react';
import { messages } from './messages.ts';

interface Props {
  /** Properties that `useFields` returns. */
  readonly packages: ComponentProps<typeof LinesField>;
  readonly all: ComponentProps<typeof CheckField>;
}

/** The packages and scopes that something is trusted for. All packages are an explicit choice. */
export function ScopeFields({ packages, all }: Props) {
  const text = useText();
  return (
    <>
      {!all.value && <LinesField {...packages} help={text(messages.trustedForHelp)} required />}
      <CheckField {...all} />
    </>
  );
}

/** The same in a table. */
export function ScopeCell({ packages }: { readonly packages: readonly string[] }) {
  const text = useText();
  return packages.length > 0 ? packages.join(', ') : <strong>{text(messages.allPackages)}</strong>;
}
