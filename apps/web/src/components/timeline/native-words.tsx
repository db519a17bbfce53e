import { useContent } from '../../api/use-content.ts';
import { ProblemError } from '../../api/problem.ts';
import { oneLine } from '../../words/event-sentence.ts';
import type { ContentLink } from '../../words/payload.ts';

interface Props {
  readonly run: string;
  readonly words: ContentLink;
}

/** What a harness says it did by itself: content, so it is fetched for a row in sight, and may be gone. */
export function NativeWords({ run, words }: Props) {
  const { data, error } = useContent(run, words.commitment, true);
  if (data !== undefined) return <> · {oneLine(data.text)}</>;
  return error instanceof ProblemError && error.code === 'content_erased' ? <> · (erased)</> : null;
}
