import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { installComputedStyles } from './vitest.styles.ts';

// What a user would see is waited for, however busy the machine is.
configure({ asyncUtilTimeout: 20_000 });

installComputedStyles();

// jsdom knows the browser's modal dialogs by name alone.
const dialogs = globalThis.HTMLDialogElement?.prototype;
if (dialogs && !dialogs.showModal) {
  dialogs.showModal = function showModal() {
    this.setAttribute('open', '');
  };
  dialogs.close = function close() {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    this.dispatchEvent(new Event('close'));
  };
}

// Test files share a document: each test starts with an empty one, at the root URL.
beforeEach(() => {
  window.history.replaceState(null, '', '/');
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
