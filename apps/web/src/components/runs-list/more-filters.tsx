'use client';

import { Select } from '../control/select.tsx';
import { useTools } from '../../api/use-catalogue.ts';
import type { RunsFilter } from '../../api/use-runs.ts';
import { ODDITIES, SEALS, SHARES, SURFACES, VERDICT_CHOICES, type Choice } from './conditions.ts';
import { DayField } from './day-field.tsx';
import { ExactField } from './exact-field.tsx';
import { NameSelect } from './name-select.tsx';
import classes from './runs-list.module.css';

interface Props {
  readonly filter: RunsFilter;
  readonly onChange: (next: Partial<RunsFilter>) => void;
}

/** The conditions that are asked for less often. What is counted at the seal finds sealed runs only, and says so. */
export function MoreFilters({ filter, onChange }: Props) {
  const tools = useTools();
  const pick = (key: 'share' | 'verdict' | 'odd' | 'sealed', label: string, choices: readonly Choice[]) => (
    <Select
      label={label}
      none="Any"
      options={choices}
      value={filter[key]}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <details className={classes.more}>
      <summary>More filters</summary>
      <div className={classes.fields}>
        <DayField label="Submitted from" value={filter.since} onChange={(since) => onChange({ since })} />
        <DayField label="Submitted before" value={filter.until} onChange={(until) => onChange({ until })} />
        <ExactField
          label="Asked for by"
          placeholder="Anybody"
          value={filter.principal}
          onChange={(principal) => onChange({ principal })}
        />
        <ExactField label="Model" placeholder="Any" value={filter.model} onChange={(model) => onChange({ model })} />
        {pick('sealed', 'Seal', SEALS)}
      </div>
      <p className={classes.dim}>Counted from the record when it is sealed, so these find sealed runs only:</p>
      <div className={classes.fields}>
        {pick('share', 'Enforced share', SHARES)}
        <NameSelect
          label="Gap about"
          none="Any surface"
          names={SURFACES}
          value={filter.gap}
          onChange={(gap) => onChange({ gap })}
        />
        <NameSelect
          label="Called the tool"
          none="Any"
          names={tools.data?.map(({ name }) => name) ?? []}
          value={filter.tool}
          onChange={(tool) => onChange({ tool })}
        />
        {pick('odd', 'Harness', ODDITIES)}
        {pick('verdict', 'Verdict, by this server', VERDICT_CHOICES)}
      </div>
    </details>
  );
}
