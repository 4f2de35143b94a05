import type { Vulnerabilities } from '@lading/contract/rest';
import { useShell, useStyles } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { ScanResult } from './ScanResult.tsx';
import css from './scanning.css?inline';
import { isLicensed, mayBeScanned } from './scanStatus.ts';

interface Props {
  readonly found: Vulnerabilities | null;
  readonly children: ReactNode;
}

/** Second line of a row, including the severities, for windows without room for their column. */
export const SecondLine = observer(function SecondLine({ found, children }: Props) {
  useStyles(css);
  const shell = useShell();
  if (!mayBeScanned(shell) || !isLicensed(shell)) return children;
  return (
    <span className="packages-second">
      <span>{children}</span>
      <ScanResult found={found} quiet />
    </span>
  );
});
