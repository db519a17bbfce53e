/** Every metric there is. Names and meanings stay once shipped; docs/operating.md and the bundled alerts name them. */
export const METRICS = {
  runseal_info: ['gauge', 'Always 1; its label is the version.'],
  runseal_store_up: ['gauge', '1 while the database answers; without it nothing that is read from it is told.'],
  runseal_runs_queued: ['gauge', 'Goals that wait for a worker.'],
  runseal_runs_queued_oldest_seconds: ['gauge', 'How long the oldest of them has waited.'],
  runseal_runs_driven: ['gauge', 'Runs that a worker holds, with those that wait for people.'],
  runseal_runs_abandoned: ['gauge', 'Runs whose worker went away and that no other has taken yet.'],
  runseal_approvals_pending: ['gauge', 'Calls that wait for people.'],
  runseal_ledger_size: ['gauge', 'Entries under the newest signed head of the ledger.'],
  runseal_ledger_cosigned_size: [
    'gauge',
    'Entries under the newest of those heads that a witness cosigned; 0 while none ever did.',
  ],
  runseal_ledger_cosigners: ['gauge', 'Witnesses that cosigned that head.'],
  runseal_ledger_pending: ['gauge', 'What waits to be written into the ledger.'],
  runseal_ledger_pending_oldest_seconds: ['gauge', 'How long the oldest of it has waited.'],
  runseal_http_responses_total: ['counter', 'Answers of this process, by class of status.'],
  process_resident_memory_bytes: ['gauge', 'Resident memory of this process.'],
  process_start_time_seconds: ['gauge', 'When this process started, Unix time.'],
} as const satisfies Readonly<Record<string, readonly ['gauge' | 'counter', string]>>;

export type MetricName = keyof typeof METRICS;

export interface Sample {
  readonly name: MetricName;
  /** At most one label, of few values: never a run, a workspace or a person. */
  readonly label?: readonly [name: string, value: string];
  readonly value: number;
}

/** The text that Prometheus reads (exposition format 0.0.4). Samples of one name stand together. */
export function exposition(samples: readonly Sample[]): string {
  const lines = Object.entries(METRICS).flatMap(([name, [type, help]]) => {
    const ours = samples.filter((sample) => sample.name === name);
    return ours.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...ours.map(line)];
  });
  return `${lines.join('\n')}\n`;
}

function line({ name, label, value }: Sample): string {
  return `${name}${label === undefined ? '' : `{${label[0]}="${label[1]}"}`} ${value}`;
}
