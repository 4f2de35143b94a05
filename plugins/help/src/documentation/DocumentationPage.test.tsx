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
  it('begins with the first steps, and leads to every other guide [shell-07]', async () => {
    openAt('/help/documentation');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Documentation');
    expect(await screen.findByRole('heading', { name: 'What stands where' })).toBeTruthy();
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

  it('leads from one guide to another that it names by its file', async () => {
    openAt('/help/documentation/architecture');
    const article = await screen.findByRole('article');
    for (const link of article.querySelectorAll('a')) {
      expect(link.getAttribute('href')).toMatch(/^(https?:|\/ui\/help\/documentation\/)/);
    }
  });

  it('names a guide that is not there', async () => {
    openAt('/help/documentation/cooking');
    expect(await screen.findByText('There is no guide “cooking”')).toBeTruthy();
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
