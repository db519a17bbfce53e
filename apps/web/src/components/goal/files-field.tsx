'use client';

import { Button } from '../control/button.tsx';
import { FileButton } from '../control/file-button.tsx';
import { TextInput } from '../control/text-input.tsx';
import { Textarea } from '../control/textarea.tsx';
import { draftFileOf } from './draft-file.ts';
import type { DraftFile } from './goal-draft.ts';
import classes from './goal.module.css';

interface Props {
  readonly files: readonly DraftFile[];
  readonly onChange: (files: readonly DraftFile[]) => void;
  readonly error: string | undefined;
}

/** Files that lie in the workspace before the run starts: written here, or taken from disk. */
export function FilesField({ files, onChange, error }: Props) {
  const set = (index: number, next: Partial<DraftFile>): void =>
    onChange(files.map((file, at) => (at === index ? { ...file, ...next } : file)));
  const take = async (chosen: readonly File[]): Promise<void> =>
    onChange([...files, ...(await Promise.all(chosen.map(draftFileOf)))]);
  return (
    <fieldset className={classes.files}>
      <legend>Files in the workspace</legend>
      {error !== undefined && <p className={classes.error}>{error}</p>}
      {files.map((file, index) => (
        <div key={index} className={classes.file}>
          <TextInput
            size="xs"
            label={`Path of file ${String(index + 1)}`}
            value={file.path}
            onChange={(event) => set(index, { path: event.currentTarget.value })}
            mono
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(files.filter((_, at) => at !== index))}
            aria-label={`Take away file ${String(index + 1)}`}
          >
            Take away
          </Button>
          <Textarea
            size="xs"
            label={file.encoding === 'base64' ? 'Bytes in base64' : 'Text'}
            value={file.content}
            onChange={(event) => set(index, { content: event.currentTarget.value })}
            mono
            rows={2}
          />
        </div>
      ))}
      <div className={classes.row}>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...files, { path: '', content: '', encoding: 'utf8' }])}
        >
          Write a file
        </Button>
        <FileButton multiple onFiles={(chosen) => void take(chosen)}>
          Take files from disk
        </FileButton>
      </div>
    </fieldset>
  );
}
