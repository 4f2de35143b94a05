import type { Message } from '@lading/contract';
import { messages } from './messages.ts';

export interface EditorSetting {
  readonly where: Message;
  /** Value to enter in the editor. */
  readonly value: string;
}

interface Repository {
  readonly type: string;
  readonly key: string;
  /** Base URL of all repositories: `https://packages.example.org/artifactory`. */
  readonly baseUrl: string;
}

/** Returns the editor settings that are not in the configuration files of the package manager. */
export function editorSettings(editor: string, { type, key, baseUrl }: Repository): readonly EditorSetting[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl;
  const nuget = `${baseUrl}/api/nuget/v3/${key}/index.json`;
  const all: Readonly<Record<string, EditorSetting>> = {
    'vscode maven': {
      where: messages.vscodeMaven,
      value: '"java.configuration.maven.userSettings": "~/.m2/settings.xml"',
    },
    'jetbrains maven': { where: messages.jetbrainsMaven, value: '~/.m2/settings.xml' },
    'jetbrains pypi': { where: messages.jetbrainsPython, value: `${baseUrl}/api/pypi/${key}/simple` },
    'jetbrains docker': { where: messages.jetbrainsDocker, value: `${host}/${key}` },
    'jetbrains nuget': { where: messages.jetbrainsNuget, value: nuget },
    'visual_studio nuget': { where: messages.studioNuget, value: nuget },
    'eclipse maven': { where: messages.eclipseMaven, value: '~/.m2/settings.xml' },
  };
  const setting = all[`${editor} ${type.toLowerCase()}`];
  return setting ? [setting] : [];
}
