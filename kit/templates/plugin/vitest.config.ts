import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    // These packages import stylesheets, which Node itself cannot import.
    server: { deps: { inline: [/@lading\//] } },
  },
});
