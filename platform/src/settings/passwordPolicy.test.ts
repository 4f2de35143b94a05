import { describe, expect, it } from 'vitest';
import { passwordFault } from './passwordPolicy.ts';

describe('passwordFault', () => {
  it.each([
    ['', 'is empty'],
    ['short1!', 'is too short'],
    ['x'.repeat(513), 'is too long'],
    ['aaaaaaaaaaaa', 'is too common'],
    ['123456789012', 'is too common'],
    ['abcdefghijkl', 'is too common'],
    ['Password1234!', 'is too common'],
    ['adminadminadmin', 'is too common'],
    ['change-me-please', 'is too common'],
  ])('rejects %s', (password, fault) => {
    expect(passwordFault(password)).toContain(fault);
  });

  it('rejects the user name followed by digits', () => {
    expect(passwordFault('josephine2024', 'josephine')).toContain('too common');
    expect(passwordFault('josephine2024', 'karl')).toBeUndefined();
  });

  it.each(['correct horse battery staple', 'Xk3-vv9-Qq2-mm7', 'ωραία-κιθάρα-παίζει', '839201746552'])(
    'accepts %s',
    (password) => {
      expect(passwordFault(password)).toBeUndefined();
    },
  );

  it('never includes the password', () => {
    expect(passwordFault('hunter2')).not.toContain('hunter2');
  });
});
