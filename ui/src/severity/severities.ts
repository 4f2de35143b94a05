import { type Message, message } from '@lading/contract';
import type { FoundSeverity, ScanSeverity } from '@lading/contract/rest';

/** From highest to lowest severity. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
  'info',
  'unknown',
] as const satisfies readonly ScanSeverity[];

export const SEVERITY_LABELS: Readonly<Record<FoundSeverity, Message>> = {
  critical: message('ui.severity.critical', 'Critical'),
  high: message('ui.severity.high', 'High'),
  medium: message('ui.severity.medium', 'Medium'),
  low: message('ui.severity.low', 'Low'),
  info: message('ui.severity.info', 'Info'),
  unknown: message('ui.severity.unknown', 'Unknown'),
  skipped: message('ui.severity.skipped', 'Skipped'),
};

/** Abbreviations; unique within each language. */
export const SEVERITY_LETTERS: Readonly<Record<FoundSeverity, Message>> = {
  critical: message('ui.severity.letter.critical', 'C'),
  high: message('ui.severity.letter.high', 'H'),
  medium: message('ui.severity.letter.medium', 'M'),
  low: message('ui.severity.letter.low', 'L'),
  info: message('ui.severity.letter.info', 'I'),
  unknown: message('ui.severity.letter.unknown', 'U'),
  skipped: message('ui.severity.letter.skipped', 'S'),
};
