import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { cookies } from 'next/headers';
import { chosenScheme, SCHEME_COOKIE } from '../design/scheme.ts';
import '../design/fonts.css';
import '../design/palette.css';
import '../design/globals.css';
import { Providers } from './providers.tsx';

export const metadata: Metadata = {
  title: { default: 'Runseal', template: '%s · Runseal' },
  description: 'Runs AI agents and keeps a record that an outsider can verify.',
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf7' },
    { media: '(prefers-color-scheme: dark)', color: '#131519' },
  ],
};

/** The frame of every page. Reading the scheme makes each page dynamic, which the nonce of its policy needs too. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const scheme = chosenScheme((await cookies()).get(SCHEME_COOKIE)?.value);
  return (
    <html lang="en" data-scheme={scheme === 'auto' ? undefined : scheme}>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
