import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { renderInShell } from '../testing/index.ts';
import { DateField } from './DateField.tsx';
import { LinesField } from './LinesField.tsx';
import { PickField } from './PickField.tsx';
import { TextAreaField } from './TextAreaField.tsx';

const nothing = () => {};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const show = (element: ReactNode) => renderInShell(fakeShell(), element);

it.each([
  [
    'a text of several lines',
    <TextAreaField key="a" label="Notes" name="n" value="" onChange={nothing} required />,
  ],
  ['lines', <LinesField key="l" label="Notes" name="n" value={[]} onChange={nothing} required />],
  [
    'several of many options',
    <PickField key="p" label="Notes" name="n" value={[]} onChange={nothing} required />,
  ],
])('marks %s as required, for all users', (_, element) => {
  show(element);
  expect(field('Notes').getAttribute('aria-required')).toBe('true');
  expect(screen.getByText('*').getAttribute('aria-hidden')).toBe('true');
});

it.each([
  ['options', <PickField key="p" label="Notes" name="n" value={[]} onChange={nothing} readOnly />],
  ['a day', <DateField key="d" label="Notes" value="" onChange={nothing} readOnly />],
])('asks for no input in a read-only field for %s', (_, element) => {
  show(element);
  expect(field('Notes').readOnly).toBe(true);
  expect(field('Notes').placeholder).toBe('');
});
