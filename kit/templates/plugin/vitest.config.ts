import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    // These come with stylesheets, which Node by itself cannot import.
    server: { deps: { inline: [/@lading\//] } },
  },
});
