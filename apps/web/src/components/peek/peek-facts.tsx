import type { EventView } from '../../api/wire.ts';
import { PeekValue } from './peek-value.tsx';
import classes from './peek.module.css';

interface Props {
  readonly run: string;
  readonly event: EventView;
  /** Action of the call the event belongs to. */
  readonly action: string | null;
}

/** The decoded payload, key by key, as the record has it. */
export function PeekFacts({ run, event, action }: Props) {
  return (
    <dl className={classes.facts}>
      {Object.entries(event.payload).map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <PeekValue
              run={run}
              seq={event.seq}
              name={key}
              value={isUncounted(event, key, value) ? '0: it cannot be counted' : value}
              action={key === 'arguments' ? action : null}
              rawSha256={key === 'raw' ? event.payload['raw_sha256'] : undefined}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How much a gap leaves out cannot always be counted; then its count says 0, which is not none. */
const isUncounted = ({ type }: EventView, key: string, value: unknown): boolean =>
  type === 'provenance.gap' && key === 'count' && value === 0;
