import { fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { GUIDES, LESSONS } from '../guides/guides.ts';
import { LearningCenterPage } from '../learning/LearningCenterPage.tsx';
import { DocumentationPage } from './DocumentationPage.tsx';

function openAt(place: string) {
  renderInShell(
    fakeShell({ plugin: 'help', place }),
    <Routes>
      <Route path="/help/documentation" element={<DocumentationPage />} />
      <Route path="/help/documentation/:guide" element={<DocumentationPage />} />
      <Route path="/help/learning-center" element={<LearningCenterPage />} />
    </Routes>,
  );
}

describe('the documentation', () => {
  it('starts with the first steps and links to every other guide [shell-07]', async () => {
    openAt('/help/documentation');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Documentation');
    expect(await screen.findByRole('heading', { name: 'The console' })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'npm packages' }));
    expect(await screen.findByText(/^npm login --registry/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('npm packages');
    expect(screen.getByRole('link', { name: 'npm packages' }).getAttribute('aria-current')).toBe('page');
  });

  it.each(GUIDES.map(({ id }) => id))('has the text of %s', async (id) => {
    openAt(`/help/documentation/${id}`);
    const article = await screen.findByRole('article');
    expect(article.textContent?.length).toBeGreaterThan(300);
    expect(article.querySelector('h1')).toBeNull();
  });

  it('links to another guide that a page references by its file name', async () => {
    openAt('/help/documentation/administrator-guide');
    const article = await screen.findByRole('article');
    const links = [...article.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links).toContain('/ui/help/documentation/settings');
    expect(links.filter((link) => !/^(https?:|\/ui\/help\/documentation\/)/.test(link ?? ''))).toEqual([]);
  });

  it('reports an unknown guide', async () => {
    openAt('/help/documentation/cooking');
    expect(await screen.findByText('Guide “cooking” not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'First steps' })).toBeTruthy();
  });
});

it('lists the lessons in their order [shell-07]', () => {
  openAt('/help/learning-center');
  const links = screen.getAllByRole('link');
  expect(links).toHaveLength(LESSONS.length);
  expect(links[0]?.textContent).toBe('Lesson 1: First steps');
  expect(links[0]?.getAttribute('href')).toContain('/help/documentation/first-steps');
});
