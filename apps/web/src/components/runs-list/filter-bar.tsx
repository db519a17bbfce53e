'use client';

import { useRef } from 'react';
import { Select } from '../control/select.tsx';
import { TextInput } from '../control/text-input.tsx';
import { useTyped } from '../../browser/use-typed.ts';
import { useHarnesses } from '../../api/use-catalogue.ts';
import { RUN_STATES, type RunsFilter } from '../../api/use-runs.ts';
import { useKeys } from '../keys/use-keys.ts';
import { ExactField } from './exact-field.tsx';
import { MoreFilters } from './more-filters.tsx';
import { NameSelect } from './name-select.tsx';
import classes from './runs-list.module.css';

interface Props {
  readonly filter: RunsFilter;
  readonly onChange: (next: Partial<RunsFilter>) => void;
}

/** Narrows the list: words of the objective, harness, state, workspace; and, unfolded, everything else. */
export function FilterBar({ filter, onChange }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const harnesses = useHarnesses();
  const words = useTyped(filter.q, (q) => onChange({ q }));
  useKeys({ '/': () => search.current?.focus() });
  return (
    <div role="search" aria-label="Runs" className={classes.search}>
      <div className={classes.filters}>
        <TextInput
          ref={search}
          aria-label="Words of the objective, or the start of a run id"
          placeholder="Search objectives   /"
          value={words.text}
          onChange={(event) => words.type(event.currentTarget.value)}
          onBlur={words.leave}
          className={classes.grow}
        />
        <NameSelect
          aria-label="Harness"
          none="Any harness"
          names={harnesses.data?.map((harness) => harness.name) ?? []}
          value={filter.harness}
          onChange={(harness) => onChange({ harness })}
        />
        <Select
          aria-label="State"
          none="Any state"
          options={RUN_STATES}
          value={filter.state}
          onChange={(state) => onChange({ state })}
        />
        <ExactField
          aria-label="Workspace"
          placeholder="Any workspace"
          value={filter.workspace}
          onChange={(workspace) => onChange({ workspace })}
        />
      </div>
      <MoreFilters filter={filter} onChange={onChange} />
    </div>
  );
}
