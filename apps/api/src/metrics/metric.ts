import { BOUNDS, type Spread } from './histogram.ts';

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
  runseal_http_answer_seconds: [
    'histogram',
    'How long it took until answers of this process began, by route, method and class of status.',
  ],
  runseal_append_seconds: [
    'histogram',
    'How long appends of events took until they were durable, of all workers; those that failed are not among them.',
  ],
  process_resident_memory_bytes: ['gauge', 'Resident memory of this process.'],
  process_start_time_seconds: ['gauge', 'When this process started, Unix time.'],
} as const satisfies Readonly<Record<string, readonly ['gauge' | 'counter' | 'histogram', string]>>;

export type MetricName = keyof typeof METRICS;

export interface Sample {
  readonly name: MetricName;
  /** Few values each: never a run, a workspace or a person. */
  readonly labels?: Readonly<Record<string, string>>;
  /** A spread for a histogram. */
  readonly value: number | Spread;
}

/** The text that Prometheus reads (exposition format 0.0.4). Samples of one name stand together. */
export function exposition(samples: readonly Sample[]): string {
  const lines = Object.entries(METRICS).flatMap(([name, [type, help]]) => {
    const ours = samples.filter((sample) => sample.name === name);
    return ours.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...ours.flatMap(linesOf)];
  });
  return `${lines.join('\n')}\n`;
}

/** Each bucket of a histogram counts what the ones before it do, too. */
function linesOf({ name, labels = {}, value }: Sample): readonly string[] {
  if (typeof value === 'number') return [line(name, labels, value)];
  let upTo = 0;
  const buckets = value.counts.map((count, at) => {
    upTo += count;
    return line(`${name}_bucket`, { ...labels, le: String(BOUNDS[at] ?? '+Inf') }, upTo);
  });
  return [...buckets, line(`${name}_sum`, labels, value.sum), line(`${name}_count`, labels, upTo)];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const told = Object.entries(labels).map(([label, of]) => `${label}="${of}"`);
  return `${name}${told.length === 0 ? '' : `{${told.join(',')}}`} ${value}`;
}
