'use client';

import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';

interface Props {
  readonly accept?: string;
  readonly multiple?: true;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files from disk. */
export function FileButton({ accept, multiple, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <Button size="xs" variant="default" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
