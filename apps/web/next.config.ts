import path from 'node:path';
import type { NextConfig } from 'next';

const root = path.join(import.meta.dirname, '../..');

const config: NextConfig = {
  output: 'standalone',
  // The workspace hoists its packages to the project root, so tracing and resolving start there.
  outputFileTracingRoot: root,
  turbopack: { root },
  poweredByHeader: false,
  reactStrictMode: true,
  // Server-sent events say no-transform, and so pass as they are; records and contents are of types that are not compressed.
  compress: true,
  devIndicators: false,
};

export default config;
