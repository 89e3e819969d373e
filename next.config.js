/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native, or reading files beside themselves: loaded from node_modules when they run.
  serverExternalPackages: ['better-sqlite3', 'chokidar', 'busboy', 'ai', '@ai-sdk/anthropic', '@ai-sdk/openai-compatible'],
  // `npm test` runs tsc by itself, over everything.
  typescript: { ignoreBuildErrors: true },
  // Compressing event streams would hold events back, and the page is on the same machine.
  compress: false,
  devIndicators: false,
  // Browsers ask for it before they have read which icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};
