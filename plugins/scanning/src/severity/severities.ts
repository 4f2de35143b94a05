import { type Message, message } from '@lading/contract';
import type { FoundSeverity, ScanSeverity } from '@lading/contract/rest';

/** From grave to harmless. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'info',
  'unknown',
] as const satisfies readonly ScanSeverity[];

export const SEVERITY_LABELS: Readonly<Record<FoundSeverity, Message>> = {
  critical: message('scanning.severity.critical', 'Critical'),
  high: message('scanning.severity.high', 'High'),
  medium: message('scanning.severity.medium', 'Medium'),
  low: message('scanning.severity.low', 'Low'),
  info: message('scanning.severity.info', 'Info'),
  unknown: message('scanning.severity.unknown', 'Unknown'),
  skipped: message('scanning.severity.skipped', 'Skipped'),
};
