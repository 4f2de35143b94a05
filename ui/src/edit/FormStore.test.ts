import { HttpFailure, message } from '@lading/contract';
import { expect, it, vi } from 'vitest';
import { type FormRules, FormStore } from './FormStore.ts';

interface Values {
  readonly name: string;
  readonly 'smtp.port': string;
}
const SHORT = message('test.short', 'At least 3 characters');
const EMPTY: Values = { name: '', 'smtp.port': '25' };
const form = (rules: Partial<FormRules<Values, Values | undefined>> = {}) =>
  new FormStore<Values, Values | undefined>(EMPTY, { save: async (values) => values, ...rules });

it('does not call the server while a value is invalid', async () => {
  const save = vi.fn(async () => undefined);
  const store = form({ save, check: ({ name }) => (name === '' ? { name: 'missing' } : {}) });
  expect(await store.submit()).toBe(false);
  expect(store.errors).toEqual({ name: 'missing' });
  store.set('name', 'ada');
  expect(store.errors).toEqual({});
  expect(await store.submit()).toBe(true);
  expect(save.mock.calls).toEqual([[{ ...EMPTY, name: 'ada' }, EMPTY]]);
});

it('checks a changed field when it loses the focus, without an update if its error is the same', () => {
  const store = form({ check: ({ name }) => (name.length < 3 ? { name: { message: SHORT } } : {}) });
  store.validate('name');
  expect(store.errors).toEqual({});
  store.set('name', 'ad');
  store.validate('name');
  const { errors } = store;
  expect(errors).toEqual({ name: { message: SHORT } });
  store.validate('name');
  expect(store.errors).toBe(errors);
});

it('saves once at a time', async () => {
  const save = vi.fn(async () => undefined);
  const store = form({ save });
  const answers = await Promise.all([store.submit(), store.submit()]);
  expect(answers).toEqual([true, false]);
  expect(save).toHaveBeenCalledTimes(1);
});

it.each([
  ['body/smtp/port must be integer', { 'smtp.port': 'must be integer' }, undefined],
  ['body/smtp/port/0 must be integer', { 'smtp.port': 'must be integer' }, undefined],
  ['body/other must be string', {}, 'body/other must be string'],
])('assigns the validator error %s', async (message, errors, failure) => {
  const store = form({ save: () => Promise.reject(new HttpFailure(400, message)) });
  expect(await store.submit()).toBe(false);
  expect({ errors: store.errors, failure: store.failure }).toEqual({ errors, failure });
});

it('assigns an error code to its field, and other errors to the form', async () => {
  const failures = [new HttpFailure(409, 'ada exists', 'EXISTS'), new Error('No connection')];
  const store = form({
    save: () => Promise.reject(failures.shift()),
    fieldOf: ({ code }) => (code === 'EXISTS' ? 'name' : undefined),
  });
  await store.submit();
  expect({ ...store.errors }).toEqual({ name: 'ada exists' });
  await store.submit();
  expect(store.failure).toBe('No connection');
  expect(store.errors).toEqual({});
});

it('is dirty until saved or reset', async () => {
  const store = form();
  store.set('name', 'ada');
  expect(store.dirty).toBe(true);
  store.reset();
  expect([store.dirty, store.values]).toEqual([false, EMPTY]);
  store.set('name', 'ada');
  await store.submit();
  expect(store.dirty).toBe(false);
});

it('continues with the values of the server, and keeps what was typed while saving', async () => {
  const store = form({ valuesAfter: () => ({ ...EMPTY, name: 'Ada' }) });
  store.set('name', 'ada');
  await store.submit();
  expect(store.values.name).toBe('Ada');
  store.set('name', 'grace');
  const saving = store.submit();
  store.set('name', 'grace hopper');
  await saving;
  expect([store.values.name, store.dirty]).toEqual(['grace hopper', true]);
});

it('saves nothing while it is read-only', async () => {
  const save = vi.fn(async () => undefined);
  const store = form({ save, readOnly: () => true });
  expect([await store.submit(), save.mock.calls.length]).toEqual([false, 0]);
});

it('saves only what the user confirms', async () => {
  const save = vi.fn(async () => undefined);
  const answers = [false, true];
  const confirm = vi.fn(async () => answers.shift() ?? false);
  const store = form({ save, confirm });
  expect(await store.submit()).toBeUndefined();
  expect([save.mock.calls.length, store.busy, store.failure]).toEqual([0, false, undefined]);
  expect(await store.submit()).toBe(true);
  expect(save).toHaveBeenCalledTimes(1);
});
