import { fakeShell } from '@lading/contract/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { DayChart } from './DayChart.tsx';
import { labeledDays } from './days.ts';
import { Sparkline } from './Sparkline.tsx';

const chart = (
  <DayChart
    title="Downloads per day"
    from="2026-02-27"
    values={[1, 0, 1234]}
    valueText={(value) => `${value} downloads`}
    file="pad-downloads"
  />
);

describe('a chart of days', () => {
  it('provides its data in a table and in a CSV file', () => {
    renderInShell(fakeShell(), chart);
    const table = screen.getByRole('table', { name: 'Downloads per day' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Feb 27, 20261 downloads',
      'Feb 28, 20260 downloads',
      'Mar 1, 20261234 downloads',
    ]);
    const csv = screen.getByRole('link', { name: 'Download CSV' });
    expect(csv.getAttribute('download')).toBe('pad-downloads.csv');
    expect(decodeURIComponent(csv.getAttribute('href') ?? '')).toBe(
      'data:text/csv;charset=utf-8,"Day","Downloads per day"\r\n2026-02-27,1\r\n2026-02-28,0\r\n2026-03-01,1234\r\n',
    );
  });

  it('shows the value of each day by keyboard', async () => {
    renderInShell(fakeShell(), chart);
    const slider = screen.getByRole('slider', { name: 'Downloads per day' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Mar 1, 2026: 1234 downloads');
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Feb 27, 2026: 1 downloads');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
  });

  it('labels as many days as fit, counted from today', () => {
    expect(labeledDays(90, 4)).toEqual([20, 43, 66, 89]);
    expect(labeledDays(2, 8)).toEqual([0, 1]);
    expect(labeledDays(3, 0)).toEqual([2]);
  });
});

it('draws a sparkline with a text alternative', () => {
  renderInShell(fakeShell(), <Sparkline values={[0, 5, 10]} label="15 downloads in 30 days" />);
  const image = screen.getByRole('img', { name: '15 downloads in 30 days' });
  expect(image.querySelector('polyline')?.getAttribute('points')).toBe('0,19 30,10 60,1');
});
