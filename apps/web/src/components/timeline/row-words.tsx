import { useContent } from '../../api/use-content.ts';
import { ProblemError } from '../../api/problem.ts';
import { oneLine } from '../../words/event-sentence.ts';
import { Said } from '../said/said.tsx';
import type { ContentLink } from '../../words/payload.ts';

interface Props {
  readonly run: string;
  readonly words: ContentLink;
}

/** Words of an event that are content: fetched for a row in sight, and maybe gone. */
export function RowWords({ run, words }: Props) {
  const { data, error } = useContent(run, words.commitment, true);
  if (data !== undefined)
    return (
      <>
        {' '}
        · <Said text={oneLine(data.text)} />
      </>
    );
  return error instanceof ProblemError && error.code === 'content_erased' ? <> · (erased)</> : null;
}
