import type { PluginSettingsForm } from '@lading/contract/rest';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PLUGINS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { PluginSettingsPage } from './PluginSettingsPage.tsx';

const open = (settings: PluginSettingsForm['settings']) =>
  openAt(`${PLUGINS}/tide/settings`, `${PLUGINS}/:plugin/settings`, PluginSettingsPage, (shell) => {
    const form = { plugin: 'tide', settings, values: {} };
    shell.http.on('GET /ui/api/v1/lading/plugins/tide/settings/instance', form);
  });

it('says where to set the settings of a plugin that has only those of users', async () => {
  open([]);
  expect(
    await screen.findByText(/no settings for all users\. Users set .* in their profile\.$/),
  ).toBeTruthy();
  expect(screen.queryByText(/^These settings apply to all users/)).toBeNull();
});
