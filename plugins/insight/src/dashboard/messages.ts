import { message } from '@lading/contract';

export const messages = {
  title: message('insight.title', 'Dashboard'),
  attention: message('insight.attention', 'Needs attention'),
  starred: message('insight.starred', 'Starred packages'),
  recent: message('insight.recent', 'Recently updated packages'),
  downloads: message('insight.downloads', 'Most downloaded packages'),
  trend: message('insight.trend', 'Downloads per day'),
  vulnerable: message('insight.vulnerable', 'Packages with critical or high vulnerabilities'),
  storage: message('insight.storage', 'Storage'),
};
