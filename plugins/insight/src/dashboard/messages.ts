import { message } from '@lading/contract';

export const messages = {
  title: message('insight.title', 'Dashboard'),
  attention: message('insight.attention', 'Needs attention'),
  starred: message('insight.starred', 'Starred packages'),
  recent: message('insight.recent', 'Recently updated packages'),
  downloads: message('insight.downloads', 'Most downloaded packages'),
  trend: message('insight.trend', 'Downloads per day'),
  vulnerable: message('insight.vulnerable', 'Packages with critical or high vulnerabilities'),
  searches: message('insight.searches', 'Recent searches'),
  newVulnerabilities: message('insight.newVulnerabilities', 'Newly found vulnerabilities'),
  severities: message('insight.severities', 'Vulnerabilities by severity'),
  storage: message('insight.storage', 'Storage'),
};
