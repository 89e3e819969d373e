// Where `instrumentation.ts` finds what is built beside it: `next start FOLDER` runs anywhere.
process.env.TRAJECTORY_OBSERVATORY_ROOT = import.meta.dirname;

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm test` runs tsc by itself, over everything.
  typescript: { ignoreBuildErrors: true },
  // All of them take a second of the processor; each is loaded when it is asked for.
  experimental: { preloadEntriesOnStart: false },
  // The page is on the same machine.
  compress: false,
  devIndicators: false,
  // No page uses it, and it logs the addresses that it is asked for as they are.
  images: { unoptimized: true },
  // A slash at the end changes no address of the API: a redirect would lose the body of an upload.
  skipTrailingSlashRedirect: true,
  // Markdown needs entities decoded only: the package's index adds a table to encode them, 9 kB compressed.
  webpack: (config) => {
    config.resolve.alias.entities$ = 'entities/lib/decode.js';
    return config;
  },
  // Browsers ask for it before they have read which icon a page names.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
};
