import type { Metadata } from 'next';
import { preload } from 'react-dom';
import { firstAsked } from '../../../../../live/first-asked.ts';
import { RunClient } from './client.tsx';

interface Props {
  readonly params: Promise<{ readonly run: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Run ${(await params).run}` };
}

export default async function RunPage({ params }: Props) {
  const { run } = await params;
  // The browser asks for these while it still loads the scripts that will ask for them.
  for (const path of firstAsked(run)) preload(path, { as: 'fetch', crossOrigin: 'anonymous' });
  return <RunClient key={run} run={run} />;
}
