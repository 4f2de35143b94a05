import { Calendar, type ICalendarStrings } from '@fluentui/react/lib/Calendar';
import { Callout, DirectionalHint } from '@fluentui/react/lib/Callout';
import { useMemo, useState } from 'react';
import { messages } from '../edit/dateMessages.ts';
import { useLanguage } from '../language/useLanguage.ts';
import { useText } from '../language/useText.ts';
import { prepareFluent } from './prepareFluent.tsx';

export interface DayCalendarProps {
  /** The field, below which the calendar opens. */
  readonly target: HTMLElement;
  readonly label: string;
  /** A day such as `2026-11-30`. If it is invalid, the calendar shows today. */
  readonly day: string;
  readonly onSelect: (day: string) => void;
  readonly onDismiss: () => void;
}

/** A month from which a day is selected. Escape closes it and returns the focus. */
export function DayCalendar({ target, label, day, onSelect, onDismiss }: DayCalendarProps) {
  useState(prepareFluent);
  const { tag } = useLanguage().language;
  const strings = useStrings(tag);
  const value = dateOf(day);
  return (
    <Callout
      target={target}
      role="dialog"
      ariaLabel={label}
      isBeakVisible={false}
      gapSpace={4}
      directionalHint={DirectionalHint.bottomLeftEdge}
      // Content outside of a modal dialog can't be used while it is open.
      doNotLayer={target.closest('dialog') !== null}
      setInitialFocus
      onDismiss={onDismiss}
    >
      <Calendar
        {...(value ? { value } : {})}
        strings={strings}
        firstDayOfWeek={firstDayOf(tag)}
        showMonthPickerAsOverlay
        navigationIcons={{
          leftNavigation: 'ChevronUp',
          rightNavigation: 'ChevronDown',
          closeIcon: 'ChromeClose',
        }}
        onSelectDate={(date) => onSelect(dayOf(date))}
        onDismiss={onDismiss}
      />
    </Callout>
  );
}

/** The names of months and days are those of the browser. */
function useStrings(tag: string): ICalendarStrings {
  const text = useText();
  return useMemo(() => {
    const months = (month: 'long' | 'short') =>
      Array.from({ length: 12 }, (_, at) => new Date(2026, at, 1).toLocaleDateString(tag, { month }));
    // February 1, 2026 is a Sunday.
    const days = (weekday: 'long' | 'narrow') =>
      Array.from({ length: 7 }, (_, at) => new Date(2026, 1, 1 + at).toLocaleDateString(tag, { weekday }));
    return {
      months: months('long'),
      shortMonths: months('short'),
      days: days('long'),
      shortDays: days('narrow'),
      goToToday: text(messages.today),
      prevMonthAriaLabel: text(messages.previousMonth),
      nextMonthAriaLabel: text(messages.nextMonth),
      prevYearAriaLabel: text(messages.previousYear),
      nextYearAriaLabel: text(messages.nextYear),
      prevYearRangeAriaLabel: text(messages.previousYears),
      nextYearRangeAriaLabel: text(messages.nextYears),
      monthPickerHeaderAriaLabel: text(messages.selectYear, { shown: '{0}' }),
      yearPickerHeaderAriaLabel: text(messages.selectMonth, { shown: '{0}' }),
      closeButtonAriaLabel: text(messages.close),
    };
  }, [tag, text]);
}

/** 0 for Sunday. Browsers without week data get Monday, as in ISO 8601. */
function firstDayOf(tag: string): number {
  const locale = new Intl.Locale(tag) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

function dateOf(day: string): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date));
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
