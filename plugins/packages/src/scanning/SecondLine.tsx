import type { Vulnerabilities } from '@lading/contract/rest';
import { usePhone, useShell, useStyles } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { ScanResult } from './ScanResult.tsx';
import css from './scanning.css?inline';
import { isLicensed, mayBeScanned } from './scanStatus.ts';

/** Second line of a row on a phone, including the severities, which have no column there. */
export const SecondLine = observer(function SecondLine(props: {
  found: Vulnerabilities | null;
  children: ReactNode;
}) {
  useStyles(css);
  const shell = useShell();
  const { found, children } = props;
  if (!usePhone() || !mayBeScanned(shell) || !isLicensed(shell)) return children;
  return (
    <span className="packages-second">
      <span>{children}</span>
      <ScanResult found={found} quiet />
    </span>
  );
});
